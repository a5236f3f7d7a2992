import { Readability } from '@mozilla/readability';
import { parseHTML } from 'linkedom';

/** What a page of HTML says, without what stands around it. */
export interface ReadablePage {
  readonly title: string;
  readonly description: string | undefined;
  readonly html: string;
  /** Where the page itself says that it is. */
  readonly canonical: string | undefined;
  /** The addresses of all its links, and of the pictures in what it says. */
  readonly links: readonly string[];
  readonly pictures: readonly string[];
  /** What of it cannot be brought along, in words. */
  readonly lost: readonly string[];
}

type Dom = ReturnType<typeof parseHTML>['document'];
type DomElement = NonNullable<ReturnType<Dom['querySelector']>>;

// Documentation says by itself where its text is, more often than not.
const TEXT_PLACES = ['article', 'main', '[role="main"]', '.markdown-body', '#content'];
const AROUND =
  'script,style,noscript,template,link,meta,nav,header,footer,aside,[role="navigation"],[role="search"],[aria-hidden="true"],[hidden],button,.headerlink,.anchor,.hash-link,.toc';
const LOST = { form: 'form', canvas: 'canvas', object: 'embedded object', svg: 'drawing', audio: 'sound' };

/** Reads a page; on the web most of one is about other things, in a file of somebody's own all of it is meant. */
export const readPage = (source: string, url: string, kind: 'website' | 'file'): ReadablePage => {
  // Without a body there would be nothing to look in.
  const { document } = parseHTML(/<html[\s>]/i.test(source) ? source : `<html><body>${source}</body></html>`);
  const links = addressesIn(document, 'a[href]', 'href', baseOf(document, url));
  const description = document.querySelector('meta[name="description"]')?.getAttribute('content')?.trim();
  const canonical = absolute(document.querySelector('link[rel="canonical"]')?.getAttribute('href'), url);
  const headline = document.querySelector('title')?.textContent?.trim() ?? '';
  const content = contentOf(document, kind);
  for (const around of content.querySelectorAll(AROUND)) around.remove();
  const lost = Object.entries(LOST).flatMap(([selector, word]) => {
    const found = content.querySelectorAll(selector);
    for (const element of found) element.remove();
    return found.length > 0 ? [`${found.length} × ${word} left out`] : [];
  });
  const base = baseOf(document, url);
  for (const picture of content.querySelectorAll('img')) {
    settlePicture(picture);
    const source = picture.getAttribute('src') ?? '';
    if (absolute(source, base) !== undefined) continue;
    picture.remove();
    if (source !== '') lost.push(`A picture was left out, which cannot be fetched: ${source.slice(0, 100)}`);
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
      // An address inside the page stays one.
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
    pictures: addressesIn(content, 'img[src]', 'src', base),
    lost,
  };
};

const oneLine = (text: string | null | undefined): string =>
  (text ?? '')
    .replaceAll(/\s+/g, ' ')
    .replace(/[¶#]\s*$/, '')
    .trim();

const contentOf = (document: Dom, kind: 'website' | 'file'): DomElement => {
  for (const place of TEXT_PLACES) {
    const found = document.querySelectorAll(place);
    if (found.length === 1 && (found[0]!.textContent ?? '').trim() !== '') return found[0]!;
  }
  const body = document.body as unknown as DomElement;
  if (kind === 'file') return body;
  const headings = document.querySelectorAll('h1');
  const article = new Readability(document.cloneNode(true) as never, { keepClasses: true }).parse();
  if (!article?.content) return body;
  const { document: made } = parseHTML(`<html><body>${article.content}</body></html>`);
  // It takes the heading for the title and away.
  const heading = made.createElement('h1');
  heading.textContent = (headings.length === 1 ? headings[0]!.textContent : article.title) ?? '';
  made.body.prepend(heading);
  return made.body as unknown as DomElement;
};

const baseOf = (document: Dom, url: string): string =>
  absolute(document.querySelector('base[href]')?.getAttribute('href'), url) ?? url;

/** An address on the web or for mail, spelled out; what runs something has none. */
const absolute = (address: string | null | undefined, base: string): string | undefined => {
  if (!address || !URL.canParse(address, base)) return undefined;
  const { href, protocol } = new URL(address, base);
  return ['http:', 'https:', 'mailto:', 'tel:', new URL(base).protocol].includes(protocol) ? href : undefined;
};

const addressesIn = (
  within: Pick<Dom, 'querySelectorAll'>,
  selector: string,
  name: string,
  base: string,
): string[] => {
  const found = [...within.querySelectorAll(selector)].map((element) =>
    absolute(element.getAttribute(name), base)?.replace(/#.*$/, ''),
  );
  return [...new Set(found.filter((address) => address !== undefined))];
};

/** Pages that load pictures late keep their addresses elsewhere until then. */
const settlePicture = (picture: DomElement): void => {
  const source = picture.getAttribute('src');
  const late = picture.getAttribute('data-src') ?? picture.getAttribute('data-original');
  if (late && (!source || source.startsWith('data:'))) picture.setAttribute('src', late);
};
