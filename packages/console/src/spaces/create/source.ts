import { folderName, pathInFolder, titleFromSource } from './folder-files.ts';
import type { SentFile } from './send-file.ts';
import { zipParts } from './zip.ts';

/** The content of a new space. */
export type Source =
  | { readonly type: 'empty' }
  | { readonly type: 'template'; readonly template: string }
  | { readonly type: 'files'; readonly files: readonly File[] }
  | { readonly type: 'folder'; readonly files: readonly File[] }
  | { readonly type: 'website'; readonly url: string }
  | { readonly type: 'git'; readonly url: string; readonly branch: string; readonly folder: string };

const MAX_FILES = 50;
const MAX_BYTES = 100 * 1024 * 1024;

/** The problem of a source, in words; undefined if it can be imported. */
export const problemOf = (source: Source): string | undefined => {
  if (source.type === 'files') {
    if (source.files.length === 0) return 'Choose at least one file.';
    if (source.files.length > MAX_FILES) return `Choose at most ${MAX_FILES} files, or a folder.`;
    if (source.files.some(({ size }) => size > MAX_BYTES)) return 'A file can have at most 100 MB.';
  }
  if (source.type === 'folder') {
    const files = source.files.filter((file) => pathInFolder(file) !== undefined);
    if (files.length === 0) return 'Choose a folder with Markdown, HTML or Word files.';
    if (files.reduce((sum, { size }) => sum + size, 0) > MAX_BYTES)
      return 'A folder can have at most 100 MB.';
  }
  if ((source.type === 'website' || source.type === 'git') && !/^https?:\/\/./.test(source.url))
    return 'Enter an address that starts with https://';
  return undefined;
};

/** The title of a space with this content, if the user gives none. */
export const titleOf = (source: Source): string => {
  if (source.type === 'files') return titleFromSource(source.files[0]?.name ?? '');
  if (source.type === 'folder') return titleFromSource(folderName(source.files));
  return source.type === 'website' || source.type === 'git' ? titleFromSource(source.url) : '';
};

/** The files to send: a folder becomes an archive. */
export const filesToSend = async (
  source: Extract<Source, { readonly type: 'files' | 'folder' }>,
): Promise<readonly SentFile[]> => {
  if (source.type === 'files') return source.files.map((file) => ({ name: file.name, content: file }));
  const entries = await Promise.all(
    source.files.flatMap((file) => {
      const path = pathInFolder(file);
      return path === undefined
        ? []
        : [file.arrayBuffer().then((buffer) => ({ path, bytes: new Uint8Array(buffer) }))];
    }),
  );
  const content = new Blob([...zipParts(entries)], { type: 'application/zip' });
  return [{ name: `${folderName(source.files) || 'folder'}.zip`, content }];
};
