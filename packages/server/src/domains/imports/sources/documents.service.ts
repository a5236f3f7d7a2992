import path from 'node:path';
import { ArchiveError, checkZip } from '../../../kernel/archive/zip.ts';
import type { ReadablePage } from '../../../kernel/conversion/conversion.ts';
import type { Kernel } from '../../../kernel/kernel.ts';
import { ThreadLimitError } from '../../../kernel/threads.ts';
import type { Remark } from '../imports.store.ts';
import {
  ASSETS,
  addressBetween,
  type Course,
  createPaths,
  type Gathered,
  type GatheredFile,
  nothingToImport,
  pageText,
} from './import-files.ts';

type File = Pick<GatheredFile, 'path' | 'bytes'>;

// Left behind by machines, meant for nobody.
const LITTER = /(^|\/)(__MACOSX\/|\.DS_Store$|Thumbs\.db$|desktop\.ini$|\.git\/|node_modules\/)/;
const MARKDOWN = /\.(md|markdown)$/i;
const HTML = /\.x?html?$/i;
const DOCX = /\.docx$/i;
const ARCHIVE = /\.(zip|tar|gz|tgz|bz2|xz|7z|rar)$/i;
const SETTINGS = /(^|\/)\.gitbook(\.ya?ml$|\/)/;
// A name that nobody has, so that addresses between files are told from those of the web.
const BASE = 'http://files.invalid/';

const TOO_MUCH = 'it takes too long to read, or too much memory';

/** What is said of a page whose Markdown takes too much to make. */
export const GIVEN_UP = `was left out: ${TOO_MUCH}`;

/** The Markdown of a page; undefined where making it takes too much. */
export const markdownOf = async (
  conversion: Kernel['conversion'],
  page: ReadablePage,
  addresses: Readonly<Record<string, string>>,
): Promise<string | undefined> => {
  try {
    return await conversion.markdown(page.html, addresses);
  } catch (error) {
    if (error instanceof ThreadLimitError) return undefined;
    throw error;
  }
};

/** A file that becomes a page: what it says, and where it will stand. */
interface Converted {
  readonly from: string;
  readonly to: string;
  readonly page: ReadablePage;
}

/** Files as people have them: Markdown, HTML and documents of word processors become pages, the rest lies beside them. */
export const createDocumentsService = ({ conversion }: Pick<Kernel, 'conversion'>) => {
  const pictures = (
    from: string,
    docx: { pictures: readonly { name: string; bytes: Uint8Array }[] },
    newPath: NewPath,
  ) =>
    docx.pictures.map(({ name, bytes }) => ({
      address: urlOf(path.posix.join(path.posix.dirname(from), name)),
      file: {
        path: newPath(`${ASSETS}/${path.posix.parse(from).name}-${name}`),
        bytes,
        from: `${from}/${name}`,
      },
    }));

  /** The page in a file, and the files that were inside it. */
  const open = async ({ path: from, bytes }: File, newPath: NewPath) => {
    if (HTML.test(from))
      return { page: await conversion.page(bytes, urlOf(from), 'file', undefined), inside: [], lost: [] };
    // What reads it trusts it; that it does not unpack to more than this process bears is found out before.
    await checkZip(Buffer.from(bytes));
    const docx = await conversion.docx(bytes);
    const page = await conversion.page(Buffer.from(docx.html), urlOf(from), 'file', 'utf-8');
    return { page, inside: pictures(from, docx, newPath), lost: docx.lost };
  };

  return {
    /** Makes a repository of files, and says what was not understood. */
    toRepository: async (given: readonly File[], { signal, progress }: Course): Promise<Gathered> => {
      const files = withoutCommonFolder(given.filter((file) => !LITTER.test(file.path)));
      const isConverted = ({ path: from }: File) =>
        (HTML.test(from) || DOCX.test(from)) && !SETTINGS.test(from);
      const [plain, wanted] = [files.filter((file) => !isConverted(file)), files.filter(isConverted)];
      const report: Remark[] = plain
        .filter((file) => ARCHIVE.test(file.path))
        .map((file) => ({ path: file.path, message: 'is an archive in itself, and was not unpacked' }));
      const newPath = createPaths();
      for (const file of plain) newPath(file.path);
      const places = new Map(plain.map((file) => [urlOf(file.path), file.path]));
      const converted: Converted[] = [];
      const made: GatheredFile[] = [];
      const total = wanted.length;
      for (const file of wanted) {
        signal.throwIfAborted();
        try {
          const { page, inside, lost } = await open(file, newPath);
          for (const message of [...page.lost, ...lost]) report.push({ path: file.path, message });
          const to = newPath(pathOfPage(file.path));
          places.set(urlOf(file.path), to);
          for (const { address, file: picture } of inside) {
            places.set(address, picture.path);
            made.push(picture);
          }
          converted.push({ from: file.path, to, page });
        } catch (error) {
          signal.throwIfAborted();
          report.push({ path: file.path, message: `was left out: ${reasonOf(error)}` });
        }
        progress({ stage: 'convert', done: converted.length, total: total * 2 });
      }
      for (const [index, { from, to, page }] of converted.entries()) {
        signal.throwIfAborted();
        const markdown = await markdownOf(conversion, page, addressesIn(page, to, places));
        if (markdown === undefined) {
          report.push({ path: from, message: GIVEN_UP });
          continue;
        }
        const text = pageText(page, path.posix.parse(from).name, markdown);
        made.push({ path: to, bytes: Buffer.from(text), from });
        progress({ stage: 'convert', done: total + index + 1, total: total * 2 });
      }
      if (made.length === 0 && !plain.some((file) => MARKDOWN.test(file.path)))
        throw nothingToImport('in Markdown, HTML or .docx', report);
      return { files: [...plain, ...made], report };
    },
  };
};

type NewPath = ReturnType<typeof createPaths>;

const reasonOf = (error: unknown): string => {
  if (error instanceof ArchiveError) return error.message;
  if (error instanceof ThreadLimitError) return TOO_MUCH;
  return 'it cannot be read as what its name says it is';
};

const urlOf = (file: string): string => BASE + file.split('/').map(encodeURIComponent).join('/');

const fileOf = (url: string): string => decodeURIComponent(url.slice(BASE.length));

/** Archives are often of one folder, whose name says nothing of what is in it. */
const withoutCommonFolder = (files: readonly File[]): File[] => {
  const [first] = files;
  const folder = first?.path.slice(0, first.path.indexOf('/') + 1);
  // A hidden folder is one of settings.
  if (!folder || folder.startsWith('.') || !files.every((file) => file.path.startsWith(folder)))
    return [...files];
  return withoutCommonFolder(files.map((file) => ({ ...file, path: file.path.slice(folder.length) })));
};

const pathOfPage = (file: string): string =>
  file.replace(/(^|\/)index\.x?html?$/i, '$1README.md').replace(/\.(x?html?|docx)$/i, '.md');

/** What the links and pictures of a page become: addresses of files stay relative, also of those that are missing. */
const addressesIn = (page: ReadablePage, to: string, places: ReadonlyMap<string, string>) =>
  Object.fromEntries(
    [...page.links, ...page.pictures]
      .filter((address) => address.startsWith(BASE))
      .map((address) => [address, addressBetween(to, places.get(address) ?? fileOf(address))]),
  );

/** Files as people have them. */
export type DocumentsService = ReturnType<typeof createDocumentsService>;
