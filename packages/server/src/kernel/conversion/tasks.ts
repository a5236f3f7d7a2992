import { type ReadDocx, readDocx } from './docx.ts';
import { htmlToMarkdown } from './html-to-markdown.ts';
import { type ReadablePage, readPage } from './readable-page.ts';

const decode = (bytes: Uint8Array, charset: string | undefined): string => {
  const told =
    charset ?? /charset=["']?([\w-]+)/i.exec(Buffer.from(bytes.subarray(0, 2048)).toString('latin1'))?.[1];
  try {
    return new TextDecoder(told ?? 'utf-8').decode(bytes);
  } catch {
    return new TextDecoder().decode(bytes);
  }
};

/** What is made of what people bring along: from bytes to plain data, so that it can be done in another thread. */
export const tasks = {
  /** What a page of HTML at an address says. */
  page: (
    bytes: Uint8Array,
    url: string,
    kind: 'website' | 'file',
    charset: string | undefined,
  ): ReadablePage => readPage(decode(bytes, charset), url, kind),

  /** The Markdown of HTML; addresses that the table has are replaced, whatever follows after `#`. */
  markdown: (html: string, addresses: Readonly<Record<string, string>>): string =>
    htmlToMarkdown(html, (address) => {
      const [place = '', anchor] = address.split('#', 2);
      const known = Object.hasOwn(addresses, place) ? addresses[place] : undefined;
      return known === undefined ? address : known + (anchor === undefined ? '' : `#${anchor}`);
    }),

  /** What a document of a word processor says. */
  docx: (bytes: Uint8Array): Promise<ReadDocx> => readDocx(bytes),
};

/** The name of a task. */
export type TaskName = keyof typeof tasks;
