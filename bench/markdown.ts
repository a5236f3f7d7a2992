import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { measureMarkdown } from '@lectern/document';

const CORPORA = process.env.LECTERN_CORPORA ?? path.resolve('../shared/corpora');

/** The speed of parsing pages to documents, relative to the bare Markdown parser. */
export const measurePages = async (): Promise<string> => {
  if (!existsSync(CORPORA)) return 'Markdown: skipped, because there are no corpora (LECTERN_CORPORA)';
  const names = (await readdir(CORPORA, { recursive: true })).filter((name) => name.endsWith('.md'));
  const pages = await Promise.all(names.map((name) => readFile(path.join(CORPORA, name), 'utf8')));
  const { characters, bare, parse, print, ratio } = measureMarkdown(pages);
  const speed = (milliseconds: number) => `${(characters / 1000 / milliseconds).toFixed(1)} MB/s`;
  return `Markdown of ${pages.length} pages: parse ${speed(parse)}, ${ratio.toFixed(2)} × the bare parser's ${speed(bare)}; print ${speed(print)}`;
};
