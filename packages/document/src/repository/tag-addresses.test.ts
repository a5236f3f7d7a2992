import { expect, test } from 'vitest';
import { createRepositoryRefs, parseMarkdown, printMarkdown } from '../index.ts';

test.each([
  [
    'a folder',
    '{% content-ref url="sub/" %}\n[sub](sub/)\n{% endcontent-ref %}',
    'content-ref',
    { kind: 'page', page: '2' },
  ],
  [
    'a page without its extension',
    '{% content-ref url="sub/b" %}\n[b](sub/b)\n{% endcontent-ref %}',
    'content-ref',
    { kind: 'page', page: '3' },
  ],
  ['a file with spaces', '{% file src="a (1).pdf" %}', 'file', { kind: 'file', file: 'f' }],
  ['an encoded file', '{% file src="a%20%281%29.pdf" %}', 'file', { kind: 'file', file: 'f' }],
  [
    'a specification',
    '{% openapi src="./api.json" path="/a" method="get" %}\n[api.json](./api.json)\n{% endopenapi %}',
    'swagger',
    { kind: 'file', file: 'g' },
  ],
])('the address of %s in a tag is resolved like a link', (_, markdown, type, ref) => {
  const targets = {
    'README.md': '/pages/1',
    'sub/README.md': '/pages/2',
    'sub/b.md': '/pages/3',
    'a (1).pdf': '/files/f',
    'api.json': '/files/g',
  };
  const refs = createRepositoryRefs({ targets, readme: 'README.md', root: '' })('README.md');
  const document = parseMarkdown(markdown, { refs });
  expect(document.nodes).toMatchObject([{ type, data: { ref } }]);
  const printed = printMarkdown(document, { refs });
  expect(parseMarkdown(printed, { refs })).toEqual(document);
});
