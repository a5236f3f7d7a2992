import { Readability } from '@mozilla/readability';
import { parseHTML } from 'linkedom';
import { cleanCodeBlocks } from './code-blocks.ts';
import { replaceDisclosures } from './disclosures.ts';
import { type Dom, type DomElement, oneLine, wordsOf } from './dom.ts';
import { cleanFormulas } from './formulas.ts';
import { cleanHeading, removeHeadingAnchors } from './heading-anchors.ts';
import { unwrapShadowRoots } from './shadow-roots.ts';
import { INVISIBLE, removeSurroundings } from './surroundings.ts';
import { replaceTabs } from './tab-sets.ts';
import { cleanTaskLists } from './task-lists.ts';

/** The content of an HTML page without navigation, header and footer. */
export interface ReadablePage {
  readonly title: string;
  readonly description: string | undefined;
  readonly html: string;
  /** The canonical URL that the page declares. */
  readonly canonical: string | undefined;
  /** The URLs of all its links, and of the images in its content. */
  readonly links: readonly string[];
  readonly images: readonly string[];
  /** Messages about content that was left out. */
  readonly warnings: readonly string[];
}

// Most documentation marks its main content.
const CONTENT_SELECTORS = [
  'article',
  'main',
  '[role="main"]',
  '.markdown-body',
  '#content-area',
  '#main-content',
  '#content',
];

/** Extracts the content of a page; for a page of a website with Readability, for a file all of its body. */
export const extractPage = (source: string, url: string, kind: 'website' | 'file'): ReadablePage => {
  // Fragments have no body.
  const { document } = parseHTML(/<html[\s>]/i.test(source) ? source : `<html><body>${source}</body></html>`);
  const links = urlsIn(document, 'a[href]', 'href', baseOf(document, url));
  const description = document.querySelector('meta[name="description"]')?.getAttribute('content')?.trim();
  const canonical = absolute(document.querySelector('link[rel="canonical"]')?.getAttribute('href'), url);
  const headline = document.querySelector('title')?.textContent?.trim() ?? '';
  unwrapShadowRoots(document);
  for (const element of document.querySelectorAll(INVISIBLE)) element.remove();
  const content = contentOf(document, kind);
  const heading = content.querySelector('h1') ?? headingBeside(document);
  if (heading) cleanHeading(heading);
  const title = wordsOf(heading ?? document.createElement('h1')).replace(/\s*[¶#]$/, '') || oneLine(headline);
  heading?.remove();
  removeHeadingAnchors(content);
  const emptyTabs = replaceTabs(content);
  replaceDisclosures(content);
  cleanCodeBlocks(content);
  cleanFormulas(content);
  cleanTaskLists(content);
  const warnings = removeSurroundings(content);
  if (emptyTabs.length > 0)
    warnings.push(
      `Tabs were left out, because the page does not contain their text: “${emptyTabs.join('” “')}”`,
    );
  const base = baseOf(document, url);
  for (const image of content.querySelectorAll('img')) {
    resolveLazyImage(image);
    const source = image.getAttribute('src') ?? '';
    if (absolute(source, base) !== undefined) continue;
    image.remove();
    if (source !== '')
      warnings.push(`An image was left out because it cannot be fetched: ${source.slice(0, 100)}`);
  }
  for (const [selector, name] of [
    ['[href]', 'href'],
    ['[src]', 'src'],
  ] as const)
    for (const element of content.querySelectorAll(selector)) {
      const value = element.getAttribute(name)!;
      // A fragment stays relative.
      const address = value.startsWith('#') ? value : absolute(value, base);
      if (address === undefined) element.removeAttribute(name);
      else element.setAttribute(name, address);
    }
  return {
    title,
    description: description || undefined,
    html: content.innerHTML,
    canonical,
    links,
    images: urlsIn(content, 'img[src]', 'src', base),
    warnings,
  };
};

// linkedom types the body of a document as an element of its own kind.
const bodyOf = (document: Dom) => document.body as unknown as DomElement;

/** The only heading of the first level, if it is beside the content and not in the banner of the website. */
const headingBeside = (document: Dom): DomElement | null => {
  const [heading, ...more] = document.querySelectorAll('h1');
  const isBanner =
    heading?.closest('nav,[role="banner"],aside') ||
    heading?.closest('header')?.parentElement?.tagName === 'BODY';
  return heading && more.length === 0 && !isBanner ? heading : null;
};

/** Whether the title of a page is outside of this element, but in its main element. */
const lacksTitle = (document: Dom, element: DomElement): boolean =>
  !element.querySelector('h1') &&
  document.querySelectorAll('main').length === 1 &&
  document.querySelectorAll('main h1').length === 1;

const contentOf = (document: Dom, kind: 'website' | 'file'): DomElement => {
  for (const selector of CONTENT_SELECTORS) {
    const found = document.querySelectorAll(selector);
    if (found.length !== 1 || (found[0]!.textContent ?? '').trim() === '') continue;
    if (selector === 'article' && lacksTitle(document, found[0]!)) continue;
    return found[0]!;
  }
  const body = bodyOf(document);
  if (kind === 'file') return body;
  for (const banner of body.children)
    if (/^(?:HEADER|FOOTER)$/.test(banner.tagName) && !banner.querySelector('h1')) banner.remove();
  // Readability drops hidden elements.
  for (const panel of document.querySelectorAll('[role="tabpanel"][hidden]')) panel.removeAttribute('hidden');
  const headings = document.querySelectorAll('h1');
  const article = new Readability(document.cloneNode(true) as never, { keepClasses: true }).parse();
  if (!article?.content) return body;
  const { document: extracted } = parseHTML(`<html><body>${article.content}</body></html>`);
  // Readability removes the heading.
  const heading = extracted.createElement('h1');
  heading.textContent = (headings.length === 1 ? headings[0]!.textContent : article.title) ?? '';
  extracted.body.prepend(heading);
  return bodyOf(extracted);
};

const baseOf = (document: Dom, url: string): string =>
  absolute(document.querySelector('base[href]')?.getAttribute('href'), url) ?? url;

/** The absolute URL of a link; undefined for schemes that are not safe. */
const absolute = (url: string | null | undefined, base: string): string | undefined => {
  if (!url || !URL.canParse(url, base)) return undefined;
  const { href, protocol } = new URL(url, base);
  return ['http:', 'https:', 'mailto:', 'tel:', new URL(base).protocol].includes(protocol) ? href : undefined;
};

const urlsIn = (
  within: Pick<Dom, 'querySelectorAll'>,
  selector: string,
  name: string,
  base: string,
): string[] => {
  const found = [...within.querySelectorAll(selector)].map((element) =>
    absolute(element.getAttribute(name), base)?.replace(/#.*$/, ''),
  );
  return [...new Set(found.filter((url) => url !== undefined))];
};

/** Sets the URL of an image that is loaded lazily. */
const resolveLazyImage = (image: DomElement): void => {
  const source = image.getAttribute('src');
  const lazy = image.getAttribute('data-src') ?? image.getAttribute('data-original');
  if (lazy && (!source || source.startsWith('data:'))) image.setAttribute('src', lazy);
};
