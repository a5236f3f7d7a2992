import { describe, expect, test } from 'vitest';
import {
  type Block,
  linksOf,
  mapRefs,
  normalizeDocument,
  parseMarkdown,
  parsePage,
  plainText,
  printMarkdown,
  printPage,
  sectionsOf,
  stableRefs,
  wordCount,
} from './index.ts';

const keysOf = (blocks: readonly Block[]): string[] =>
  blocks.flatMap((block) => [
    ...(block.key === undefined ? [] : [block.key]),
    ...keysOf((block.nodes ?? []).filter((node): node is Block => node.object === 'block')),
  ]);

describe('tags', () => {
  test('end lists and HTML before them', () => {
    const markdown =
      '{% hint style="info" %}\n* a\n* b\n{% endhint %}\n\n{% tabs %}{% tab title="A" %}\n<figure><img src="x" alt=""></figure>\n{% endtab %}\n{% endtabs %}\n';
    expect(parseMarkdown(markdown).nodes.map((block) => block.type)).toEqual(['hint', 'tabs']);
    expect(printMarkdown(parseMarkdown(markdown))).toContain('* b\n{% endhint %}');
  });
  test('with unknown names are preserved around parsed content', () => {
    const markdown = '{% for x in  y %}\n\n**a**\n\n{% endfor %}\n';
    expect(printMarkdown(parseMarkdown(markdown))).toBe(markdown);
  });
  test('may have quotes, backslashes and line endings in their values', () => {
    const markdown = '{% @mermaid/diagram content="a \\"b\\"\n  c\\d" %}\n';
    expect(parseMarkdown(markdown).nodes[0]!.data).toMatchObject({ props: { content: 'a "b"\n  c\\d' } });
    expect(printMarkdown(parseMarkdown(markdown))).toBe(markdown);
  });
  test('are text after a backslash', () => {
    expect(plainText(parseMarkdown('\\{% hint %}'))).toBe('{% hint %}');
  });
  test.each([
    'Text {% badge color="red" %} more',
    'Text \\{% badge color="red" %} more',
    '{% a %} text {% b %}',
    'a {% hint style="info" %} b {% endhint %}',
    'a {% x "]  *b* `c` <d> \\" %}" %} e',
    '**a {% x %} b**',
    '[a {% x %}](u)',
    '* a {% x %} b',
    '> a {% x %}',
    '## a {% x %}',
    '| a {% x %} | b |\n| --- | --- |\n| {% x %} | c {% y "z" %} d |',
    '`{% x %}` {{ a }} {% raw %}{{ b }}{% endraw %}',
  ])('inside lines are preserved: %j', (markdown) => {
    const document = parseMarkdown(markdown);
    expect(printMarkdown(document)).toBe(`${markdown}\n`);
    expect(parseMarkdown(printMarkdown(document))).toEqual(document);
    for (const [tag] of markdown.matchAll(/\{%[^%|]*%\}/g)) expect(plainText(document)).toContain(tag);
  });
  test('inside lines do not become blocks when they are alone', () => {
    const document = parseMarkdown('**{% x %}**\n\na<br>{% y %} {% z %}\n');
    expect(document.nodes.map((block) => block.type)).toEqual(['paragraph', 'paragraph']);
    expect(parseMarkdown(printMarkdown(document))).toEqual(document);
  });
  test('inside lines are recognized in HTML cells', () => {
    const [table] = parseMarkdown('| a | b |\n|---|---|\n| {% x  "<&" %} | <ul><li>c</li></ul> |\n').nodes;
    const printed = printMarkdown({ object: 'document', data: {}, nodes: [table!] });
    expect(printed).toContain('<td><span data-gb-custom-inline data-tag="tag">{%');
    expect(parseMarkdown(printed).nodes[0]).toEqual(table);
  });
});

describe('keys', () => {
  const markdown = 'a\n\nb\n\na\n\n{% tabs %}\n{% tab title="T" %}\na\n{% endtab %}\n{% endtabs %}\n';
  test('are unique and the same every time', () => {
    const keys = keysOf(parseMarkdown(markdown).nodes);
    expect(new Set(keys).size).toBe(keys.length);
    expect(keysOf(parseMarkdown(markdown).nodes)).toEqual(keys);
  });
  test('do not depend on preceding blocks', () => {
    const [, b] = parseMarkdown('a\n\nb\n').nodes;
    expect(parseMarkdown('new\n\na\n\nmore\n\nb\n').nodes.at(-1)!.key).toBe(b!.key);
  });
});

test('anchors are derived from titles, explicit ones are preserved, and duplicates are numbered', () => {
  const ids = parseMarkdown(
    '## Über uns!\n\n## Über uns\n\n## X <a href="#own" id="own"></a>\n\n## 中文 标题\n',
  ).nodes.map((block) => block.meta?.id);
  expect(ids).toEqual(['uber-uns', 'uber-uns-1', 'own', '中文-标题']);
});

describe('references', () => {
  const urls = [
    '/pages/a',
    '/pages/a#b',
    '#b',
    '/spaces/s',
    '/spaces/s/pages/a',
    '/spaces/s/pages/a#b',
    '/files/f',
    '/spaces/s/files/f',
    '/collections/c',
    '/users/u',
    '/reusable-contents/r',
    '/spaces/s/reusable-contents/r',
    '/openapi/o',
    '/tags/t',
    'https://x.y/?a=b#c',
    '../x.md',
    '',
    '/pages/',
    '#',
  ];
  test.each(urls)('%s is preserved', (url) => {
    expect(stableRefs.print(stableRefs.parse(url, 'link'))).toBe(url);
  });
  test('are all found, and can be replaced', () => {
    const document = parseMarkdown(
      '[a](/pages/p) ![i](/files/f)\n\n{% embed url="https://e.x" %}\n\n{% include "/reusable-contents/r" %}\n',
    );
    expect(linksOf(document).map((link) => [link.kind, link.ref.kind])).toEqual([
      ['link', 'page'],
      ['image', 'file'],
      ['embed', 'url'],
      ['include', 'reusable-content'],
    ]);
    const moved = mapRefs(document, (ref) => (ref.kind === 'page' ? { kind: 'page', page: 'q' } : ref));
    expect(printMarkdown(moved)).toContain('[a](/pages/q)');
  });
});

test('text is split at headings', () => {
  const document = parseMarkdown(
    'intro\n\n## One\n\nbody *x*\n\n### Two\n\n| a | b |\n|---|---|\n| c | d |\n',
  );
  expect(sectionsOf(document).map(({ id, title }) => [id, title])).toEqual([
    [undefined, undefined],
    ['one', 'One'],
    ['two', 'Two'],
  ]);
  expect(sectionsOf(document)[1]!.body).toBe('body x');
  expect(wordCount(document)).toBe(9);
});

test('sections say whether a condition decides who reads parts of them', () => {
  const inside = '{% if visitor.claims.x %}\nfor some\n\n## Some\n\nmore\n{% endif %}\n';
  const document = parseMarkdown(
    `intro\n\n## One\n\nfor all\n\n## Two\n\n${inside}\nafter\n\n## Three\n\nfor all\n\n## Four\n\n<details>\n\n<summary>Title</summary>\n\n${inside}\n</details>\n`,
  );
  const conditional = sectionsOf(document).filter((section) => section.conditional === true);
  expect(conditional.map(({ title }) => title)).toEqual(['Two', 'Some', 'Four', 'Some']);
});

describe('a page', () => {
  test('has its title from front matter or the first heading, and preserves unknown keys', () => {
    const source = '---\ndescription: D\nmystery:\n  - 1\n---\n\n# Title\n\nBody\n';
    const page = parsePage(source);
    expect(page).toMatchObject({ title: 'Title', properties: { description: 'D', mystery: [1] } });
    expect(printPage(page)).toBe(source);
  });
  test('preserves invalid front matter', () => {
    const source = '---\na: b: [\n---\n\n# T\n';
    expect(printPage(parsePage(source))).toBe(source);
  });
});

describe('a document from a client', () => {
  test('is rejected with the path of the problem', () => {
    const nodes = [
      {
        object: 'block',
        type: 'paragraph',
        nodes: [{ object: 'text', leaves: [{ object: 'leaf', text: 1, marks: [] }] }],
      },
    ];
    expect(normalizeDocument({ object: 'document', data: {}, nodes })).toEqual({
      problems: [{ path: '/nodes/0/nodes/0/leaves/0/text', message: 'must be a string' }],
    });
  });
  test('is rejected if a block cannot be stored', () => {
    const nodes = [{ object: 'block', type: 'mystery', data: { words: 'hello' } }];
    expect(normalizeDocument({ object: 'document', data: {}, nodes })).toMatchObject({
      problems: [{ path: '/nodes/0/type' }],
    });
  });
});
