import { parseMarkdown, printMarkdown } from '@lectern/document';
import { expect, test } from 'vitest';
import { blockOfFile, imagesInHtml, localImagesIn, pastedFiles } from './file-blocks.ts';

const stored = (block: ReturnType<typeof blockOfFile>): string =>
  printMarkdown({ object: 'document', data: {}, nodes: [block] });

test('an uploaded file is an image or a download, and comes back from Markdown as it is', () => {
  for (const contentType of ['image/png', 'application/pdf']) {
    const block = blockOfFile({ id: 'f1', contentType });
    expect(stored(block)).toContain('/files/f1');
    expect(parseMarkdown(stored(block)).nodes[0]!.type).toBe(block.type);
    expect(printMarkdown(parseMarkdown(stored(block)))).toBe(stored(block));
  }
});

test('a copied image is pasted as a file; copied words are not', () => {
  const file = new File(['x'], 'x.png', { type: 'image/png' });
  const data = (files: readonly File[], html: string, text = '') => ({
    files: files as unknown as FileList,
    getData: (type: string) => (type === 'text/html' ? html : text),
  });
  expect(pastedFiles(data([file], ''))).toEqual([file]);
  expect(pastedFiles(data([file], '<meta charset="utf-8"><img src="https://a.test/x.png">'))).toEqual([file]);
  expect(pastedFiles(data([file], '<p>Words of a document</p>', 'Words of a document'))).toEqual([]);
  expect(pastedFiles(data([], '<p>x</p>'))).toEqual([]);
});

test('images inside of pasted HTML are files with their description, but for the boxes of tasks', async () => {
  const data = `src="data:image/png;base64,${btoa('bytes')}"`;
  const html = `<p>a<img alt="A chart" ${data}></p><img src="https://a.test/b.png"><img src="data:text/html;base64,AAAA"><img aria-roledescription="checkbox" ${data}>`;
  const [image, ...more] = imagesInHtml(html);
  expect(more).toEqual([]);
  expect([image!.file.name, image!.file.type, await image!.file.text(), image!.alt]).toEqual([
    'image-1.png',
    'image/png',
    'bytes',
    'A chart',
  ]);
  expect(blockOfFile({ id: 'f', contentType: 'image/png' }, image!.alt).nodes).toMatchObject([
    { data: { alt: 'A chart' } },
  ]);
  expect(localImagesIn('<img src="file:///C:/a.png"><img src="https://a.test/b.png">')).toBe(1);
});
