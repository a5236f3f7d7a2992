import { type DocxContent, docxToHtml } from './docx.ts';
import { htmlToMarkdown } from './html-to-markdown.ts';
import { extractPage, type ReadablePage } from './readable-page.ts';

const decode = (bytes: Uint8Array, charset: string | undefined): string => {
  const declared =
    charset ?? /charset=["']?([\w-]+)/i.exec(Buffer.from(bytes.subarray(0, 2048)).toString('latin1'))?.[1];
  try {
    return new TextDecoder(declared ?? 'utf-8').decode(bytes);
  } catch {
    return new TextDecoder().decode(bytes);
  }
};

/** Conversion tasks of the worker threads: bytes in, plain data out. */
export const tasks = {
  /** Extracts the content of an HTML page. */
  page: (
    bytes: Uint8Array,
    url: string,
    kind: 'website' | 'file',
    charset: string | undefined,
  ): ReadablePage => extractPage(decode(bytes, charset), url, kind),

  /** Converts HTML to Markdown, and replaces URLs by those of the table, ignoring fragments. */
  markdown: (html: string, urls: Readonly<Record<string, string>>): string =>
    htmlToMarkdown(html, (url) => {
      const [page = '', fragment] = url.split('#', 2);
      const replacement = Object.hasOwn(urls, page) ? urls[page] : undefined;
      return replacement === undefined ? url : replacement + (fragment === undefined ? '' : `#${fragment}`);
    }),

  /** Converts a Word document to HTML. */
  docx: (bytes: Uint8Array): Promise<DocxContent> => docxToHtml(bytes),
};

/** The name of a task. */
export type TaskName = keyof typeof tasks;
