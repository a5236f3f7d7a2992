import { getDocumentProxy } from 'unpdf';

/** A link in a PDF, external or internal. */
export interface PdfLink {
  readonly url?: string;
  readonly to?: string;
}

interface PdfPlace {
  readonly text: string;
  readonly x: number;
  readonly width: number;
}

interface OutlineItem {
  readonly title: string;
  readonly items: readonly OutlineItem[];
}

const titlesIn = (items: readonly OutlineItem[], depth = 0): string[] =>
  items.flatMap((item) => [`${'  '.repeat(depth)}${item.title}`, ...titlesIn(item.items, depth + 1)]);

/** Whether a PDF has images; the entry before the bytes of an image is never compressed. */
export const hasImages = (bytes: Uint8Array): boolean =>
  /\/Subtype\s*\/Image\b/.test(Buffer.from(bytes).toString('latin1'));

/** Parses a PDF. */
export const readPdf = async (bytes: Uint8Array) => {
  const pdf = await getDocumentProxy(new Uint8Array(bytes));
  const links: PdfLink[] = [];
  const places: PdfPlace[][] = [];
  const text: string[] = [];
  for (let at = 1; at <= pdf.numPages; at++) {
    const page = await pdf.getPage(at);
    // Reading a page takes long: its text and its places are read together.
    const { items } = await page.getTextContent();
    text.push(items.map((item) => ('str' in item ? item.str + (item.hasEOL ? '\n' : '') : '')).join(''));
    places.push(
      items.flatMap((item) =>
        'str' in item
          ? [{ text: item.str, x: Math.round(item.transform[4]), width: Math.round(item.width) }]
          : [],
      ),
    );
    const annotations = await page.getAnnotations();
    for (const { subtype, url, dest } of annotations)
      if (subtype === 'Link') links.push(url ? { url } : { to: String(dest) });
  }
  const { info } = await pdf.getMetadata();
  return {
    sheets: pdf.numPages,
    /** The text of each page, with single spaces. */
    texts: text.map((one) => one.replaceAll(/\s+/g, ' ')),
    /** The horizontal positions and widths of the pieces of text of each page. */
    places,
    /** All text without spaces, independent of line breaks. */
    letters: text.join('').replaceAll(/\s+/g, ''),
    /** The titles of the outline, indented by their depth. */
    outline: titlesIn((await pdf.getOutline()) ?? []),
    links,
    title: String((info as { Title?: unknown }).Title),
  };
};
