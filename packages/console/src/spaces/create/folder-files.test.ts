import { expect, test } from 'vitest';
import { folderName, pathInFolder, titleFromSource } from './folder-files.ts';

test.each([
  ['docs/README.md', 'README.md'],
  ['docs/guides/first.md', 'guides/first.md'],
  ['docs/.gitbook.yaml', '.gitbook.yaml'],
  ['docs/.gitbook/assets/a.png', '.gitbook/assets/a.png'],
  ['docs/.git/config', undefined],
  ['docs/.DS_Store', undefined],
  ['docs/a/.hidden.md', undefined],
  ['docs/node_modules/x/README.md', undefined],
])('%s is %s in its folder', (webkitRelativePath, path) => {
  expect(pathInFolder({ webkitRelativePath })).toBe(path);
});

test('the folder has the name of the first segment', () => {
  expect(folderName([{ webkitRelativePath: 'my-docs/README.md' }])).toBe('my-docs');
  expect(folderName([])).toBe('');
});

test.each([
  ['my-product_docs', 'My product docs'],
  ['handbook.zip', 'Handbook'],
  ['https://docs.example.com/guide/', 'Docs.example.com'],
  ['https://github.com/acme/user-guide.git', 'User guide'],
  ['https://github.com/acme/user-guide', 'User guide'],
  ['', ''],
])('%s gives the title %s', (source, title) => {
  expect(titleFromSource(source)).toBe(title);
});
