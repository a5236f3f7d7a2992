import path from 'node:path';
import type { ReadablePage } from '../../../kernel/conversion/conversion.ts';
import type { Kernel } from '../../../kernel/kernel.ts';
import { ThreadLimitError } from '../../../kernel/threads.ts';
import { ArchiveError, checkZip } from '../../../kernel/zip.ts';
import { convertPage, LEFT_OUT, TOO_EXPENSIVE } from '../convert-page.ts';
import {
  ASSETS_FOLDER,
  createUniquePaths,
  type ImportContext,
  type ImportFile,
  nothingToImport,
  pageFileText,
  type ReportEntry,
  relativeUrl,
  type SourceContent,
  type UnreadDocument,
} from '../import-files.ts';

type File = Pick<ImportFile, 'path' | 'bytes'>;

// Files of operating systems and tools.
const IGNORED = /(^|\/)(__MACOSX\/|\.DS_Store$|Thumbs\.db$|desktop\.ini$|\.git\/|node_modules\/)/;
const MARKDOWN = /\.(mdx?|markdown)$/i;
const HTML = /\.x?html?$/i;
const DOCX = /\.docx$/i;
const ARCHIVE = /\.(zip|tar|gz|tgz|bz2|xz|7z|rar)$/i;
const SETTINGS = /(^|\/)\.gitbook(\.ya?ml$|\/)/;
// A reserved host, to tell URLs of files from other URLs.
const BASE_URL = 'http://files.invalid/';

/** A file that becomes a page: its content and its new path. */
interface ParsedDocument {
  readonly from: string;
  readonly to: string;
  readonly page: ReadablePage;
}

/** The documents of an import, parsed. */
interface ParsedDocuments {
  readonly documents: readonly ParsedDocument[];
  /** The images inside of documents. */
  readonly images: readonly ImportFile[];
  /** The new path of every file, by its URL. */
  readonly paths: ReadonlyMap<string, string>;
}

/** Reports a document that cannot be read, with the path of its page. */
type LeaveOut = (path: string, message: string, page: string) => void;

type UniquePath = ReturnType<typeof createUniquePaths>;

/** Converts HTML and Word documents to Markdown pages; other files are taken as they are. */
export const createDocumentsService = ({ conversion }: Pick<Kernel, 'conversion'>) => {
  const parseDocument = async ({ path: from, bytes }: File, uniquePath: UniquePath) => {
    if (HTML.test(from))
      return {
        page: await conversion.page(bytes, urlOf(from), 'file', undefined),
        images: [],
        warnings: [],
      };
    // The converter has no limits of its own.
    await checkZip(Buffer.from(bytes));
    const docx = await conversion.docx(bytes);
    const page = await conversion.page(Buffer.from(docx.html), urlOf(from), 'file', 'utf-8');
    return { page, images: imageFiles(from, docx.images, uniquePath), warnings: docx.warnings };
  };

  const parseDocuments = async (
    files: readonly File[],
    unconverted: readonly File[],
    { signal, progress }: ImportContext,
    report: ReportEntry[],
    leaveOut: LeaveOut,
  ): Promise<ParsedDocuments> => {
    const uniquePath = createUniquePaths();
    for (const file of unconverted) uniquePath(file.path);
    const paths = new Map(unconverted.map((file) => [urlOf(file.path), file.path]));
    const documents: ParsedDocument[] = [];
    const images: ImportFile[] = [];
    for (const file of files) {
      signal.throwIfAborted();
      try {
        const parsed = await parseDocument(file, uniquePath);
        for (const message of [...parsed.page.warnings, ...parsed.warnings])
          report.push({ path: file.path, message });
        const to = uniquePath(pagePathOf(file.path));
        paths.set(urlOf(file.path), to);
        for (const image of parsed.images) {
          paths.set(image.url, image.file.path);
          images.push(image.file);
        }
        documents.push({ from: file.path, to, page: parsed.page });
      } catch (error) {
        signal.throwIfAborted();
        leaveOut(file.path, `was left out: ${reasonOf(error)}`, pagePathOf(file.path));
      }
      progress({ stage: 'convert', done: documents.length, total: files.length * 2 });
    }
    return { documents, images, paths };
  };

  const convertDocuments = async (
    { documents, paths }: ParsedDocuments,
    total: number,
    { signal, progress }: ImportContext,
    leaveOut: LeaveOut,
  ): Promise<ImportFile[]> => {
    const pages: ImportFile[] = [];
    for (const [index, { from, to, page }] of documents.entries()) {
      signal.throwIfAborted();
      const markdown = await convertPage(conversion, page, relativeUrls(page, to, paths));
      if (markdown === undefined) {
        leaveOut(from, LEFT_OUT, to);
        continue;
      }
      const text = pageFileText(page, path.posix.parse(from).name, markdown);
      pages.push({ path: to, bytes: Buffer.from(text), originalPath: from });
      progress({ stage: 'convert', done: total + index + 1, total: total * 2 });
    }
    return pages;
  };

  return {
    /** Converts files to a Markdown repository. */
    toRepository: async (given: readonly File[], context: ImportContext): Promise<SourceContent> => {
      const files = withoutCommonFolder(given.filter((file) => !IGNORED.test(file.path)));
      const isDocument = ({ path: from }: File) =>
        (HTML.test(from) || DOCX.test(from)) && !SETTINGS.test(from);
      const documents = files.filter(isDocument);
      const unconverted = files.filter((file) => !isDocument(file));
      const report: ReportEntry[] = unconverted
        .filter((file) => ARCHIVE.test(file.path))
        .map((file) => ({
          path: file.path,
          message: 'is an archive inside an archive, and was not unpacked',
        }));
      const unread: UnreadDocument[] = [];
      const leaveOut: LeaveOut = (from, message, page) => {
        report.push({ path: from, message });
        unread.push({ path: from, message, page });
      };
      const parsed = await parseDocuments(documents, unconverted, context, report, leaveOut);
      const pages = await convertDocuments(parsed, documents.length, context, leaveOut);
      const converted = [...parsed.images, ...pages];
      if (converted.length === 0 && !unconverted.some((file) => MARKDOWN.test(file.path)))
        throw nothingToImport('in Markdown, HTML or .docx', report);
      return { files: [...unconverted, ...converted], report, unread };
    },
  };
};

const imageFiles = (
  from: string,
  images: readonly { name: string; bytes: Uint8Array }[],
  uniquePath: UniquePath,
) =>
  images.map(({ name, bytes }) => ({
    url: urlOf(path.posix.join(path.posix.dirname(from), name)),
    file: {
      path: uniquePath(`${ASSETS_FOLDER}/${path.posix.parse(from).name}-${name}`),
      bytes,
      originalPath: `${from}/${name}`,
    },
  }));

const reasonOf = (error: unknown): string => {
  if (error instanceof ArchiveError) return error.message.replace(/\.$/, '');
  if (error instanceof ThreadLimitError) return TOO_EXPENSIVE;
  return 'its content does not match its file extension';
};

const urlOf = (file: string): string => BASE_URL + file.split('/').map(encodeURIComponent).join('/');

const pathOf = (url: string): string => decodeURIComponent(url.slice(BASE_URL.length));

/** A file at another path; its content is still read only when it is needed. */
const moved = (file: File, to: string): File => ({
  path: to,
  get bytes() {
    return file.bytes;
  },
});

/** Removes the folder that all files are in, as in most archives. */
const withoutCommonFolder = (files: readonly File[]): File[] => {
  const [first] = files;
  const folder = first?.path.slice(0, first.path.indexOf('/') + 1);
  // A hidden folder contains settings.
  if (!folder || folder.startsWith('.') || !files.every((file) => file.path.startsWith(folder)))
    return [...files];
  return withoutCommonFolder(files.map((file) => moved(file, file.path.slice(folder.length))));
};

const pagePathOf = (file: string): string =>
  file.replace(/(^|\/)index\.x?html?$/i, '$1README.md').replace(/\.(x?html?|docx)$/i, '.md');

/** The relative URLs of the links and images of a page, by their absolute URLs; missing files have one as well. */
const relativeUrls = (page: ReadablePage, to: string, paths: ReadonlyMap<string, string>) =>
  Object.fromEntries(
    [...page.links, ...page.images]
      .filter((url) => url.startsWith(BASE_URL))
      .map((url) => [url, relativeUrl(to, paths.get(url) ?? pathOf(url))]),
  );

/** Converts HTML and Word documents to Markdown pages. */
export type DocumentsService = ReturnType<typeof createDocumentsService>;
