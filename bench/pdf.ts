import { createReadStream, existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { linksOf, parsePage, stableRefs } from '@lectern/document';
import { createPdfRenderer } from '../packages/server/src/adapters/typst/index.ts';
import type { BookPage, BookTarget, RenderCosts } from '../packages/server/src/kernel/pdf-renderer.ts';

const CORPORA = process.env.LECTERN_CORPORA ?? path.resolve('../shared/corpora');
const PICTURE = /\.(png|jpe?g|gif|svg|webp)$/i;

/** The images of a page in its repository. */
const targetsOf = (file: string, document: Parameters<typeof linksOf>[0]): Record<string, BookTarget> =>
  Object.fromEntries(
    linksOf(document).flatMap(({ ref }) => {
      if (ref.kind !== 'url' || /^[a-z]+:/i.test(ref.url) || !PICTURE.test(ref.url)) return [];
      const picture = path.resolve(path.dirname(file), ref.url);
      return existsSync(picture) ? [[stableRefs.print(ref), { picture }]] : [];
    }),
  );

/** The CPU time and memory for rendering the corpora as PDF. */
export const measurePdf = async (program: string): Promise<string> => {
  const renderer = createPdfRenderer({
    limits: { memoryBytes: 8 * 1024 ** 3, seconds: 600 },
    fontsFolder: undefined,
    program: path.join(path.dirname(program), 'pdf-renderer.child.js'),
  });
  async function* pagesIn(files: readonly string[]): AsyncGenerator<BookPage> {
    for (const file of files) {
      const { title, document } = parsePage(await readFile(file, 'utf8'));
      yield {
        id: file,
        depth: 0,
        title: title ?? path.basename(file),
        document: JSON.stringify(document),
        targets: targetsOf(file, document),
      };
    }
  }
  const printed = async (title: string, files: readonly string[], hasCover: boolean): Promise<string> => {
    const book = {
      title,
      language: 'en',
      date: new Date(),
      ...(hasCover && { cover: { organization: 'Bench', note: '' } }),
      pages: Readable.from(pagesIn(files)),
      picture: async (name: string) => createReadStream(name),
    };
    const take = async (pdf: Readable, took: RenderCosts): Promise<RenderCosts> => {
      pdf.destroy();
      return took;
    };
    const costs = await renderer.render(book, take, 'long');
    const memory = Math.round(costs.peakBytes / 1024 ** 2);
    return `PDF of ${title}: ${files.length} pages, ${costs.pageCount} sheets, ${costs.cpuSeconds.toFixed(1)} s of CPU, ${memory} MB at the most, ${costs.plain.length} pages set plainly`;
  };

  const lines = [
    await printed('one page', [path.resolve('packages/site/src/testing/kitchen-sink.md')], false),
  ];
  if (!existsSync(CORPORA))
    return [...lines, 'others: skipped, because there are no corpora (LECTERN_CORPORA)'].join('\n');
  for (const name of (await readdir(CORPORA)).sort()) {
    const folder = path.join(CORPORA, name);
    if (!existsSync(path.join(folder, 'SUMMARY.md'))) continue;
    const files = (await readdir(folder, { recursive: true }))
      .filter((file) => file.endsWith('.md') && file !== 'SUMMARY.md')
      .sort()
      .map((file) => path.join(folder, file));
    lines.push(await printed(name, files, true));
  }
  await renderer.close();
  return lines.join('\n');
};
