import { Readability } from '@mozilla/readability';
import { parseHTML } from 'linkedom';

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

type Dom = ReturnType<typeof parseHTML>['document'];
type DomElement = NonNullable<ReturnType<Dom['querySelector']>>;

// Most documentation marks its main content.
const CONTENT_SELECTORS = ['article', 'main', '[role="main"]', '.markdown-body', '#content'];
const SURROUNDINGS =
  'script,style,noscript,template,link,meta,nav,header,footer,aside,[role="navigation"],[role="search"],[aria-hidden="true"],[hidden],button,.headerlink,.anchor,.hash-link,.toc';
const UNSUPPORTED = {
  form: 'form',
  canvas: 'canvas',
  object: 'embedded object',
  svg: 'drawing',
  audio: 'sound',
};

/** Extracts the content of a page; for a page of a website with Readability, for a file all of its body. */
export const extractPage = (source: string, url: string, kind: 'website' | 'file'): ReadablePage => {
  // Fragments have no body.
  const { document } = parseHTML(/<html[\s>]/i.test(source) ? source : `<html><body>${source}</body></html>`);
  const links = urlsIn(document, 'a[href]', 'href', baseOf(document, url));
  const description = document.querySelector('meta[name="description"]')?.getAttribute('content')?.trim();
  const canonical = absolute(document.querySelector('link[rel="canonical"]')?.getAttribute('href'), url);
  const headline = document.querySelector('title')?.textContent?.trim() ?? '';
  const content = contentOf(document, kind);
  for (const element of content.querySelectorAll(SURROUNDINGS)) element.remove();
  const warnings = Object.entries(UNSUPPORTED).flatMap(([selector, word]) => {
    const found = content.querySelectorAll(selector);
    for (const element of found) element.remove();
    return found.length > 0 ? [`${found.length} × ${word} left out`] : [];
  });
  const base = baseOf(document, url);
  for (const image of content.querySelectorAll('img')) {
    resolveLazyImage(image);
    const source = image.getAttribute('src') ?? '';
    if (absolute(source, base) !== undefined) continue;
    image.remove();
    if (source !== '')
      warnings.push(`An image was left out because it cannot be fetched: ${source.slice(0, 100)}`);
  }
  const heading = content.querySelector('h1');
  const title = oneLine(heading?.textContent) || oneLine(headline);
  heading?.remove();
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

const oneLine = (text: string | null | undefined): string =>
  (text ?? '')
    .replaceAll(/\s+/g, ' ')
    .replace(/[¶#]\s*$/, '')
    .trim();

// linkedom types the body of a document as an element of its own kind.
const bodyOf = (document: Dom) => document.body as unknown as DomElement;

const contentOf = (document: Dom, kind: 'website' | 'file'): DomElement => {
  for (const selector of CONTENT_SELECTORS) {
    const found = document.querySelectorAll(selector);
    if (found.length === 1 && (found[0]!.textContent ?? '').trim() !== '') return found[0]!;
  }
  const body = bodyOf(document);
  if (kind === 'file') return body;
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
