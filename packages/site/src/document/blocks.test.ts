import type { Document } from '@lectern/document';
import { describe, expect, test } from 'vitest';
import { renderDocument } from '../index.ts';
import { sampleContext } from '../testing/sample-site.ts';

type Json = Readonly<Record<string, unknown>>;

const text = (words: string, ...marks: Json[]) => ({ object: 'text', leaves: [{ text: words, marks }] });
const block = (type: string, data: Json = {}, nodes?: readonly unknown[], more: Json = {}) => ({
  object: 'block',
  type,
  data,
  ...(nodes && { nodes }),
  ...more,
});
const inline = (type: string, data: Json = {}, nodes: readonly unknown[] = [], more: Json = {}) =>
  block('paragraph', {}, [{ object: 'inline', type, data, nodes, ...more }]);
const words = (content: string) => block('paragraph', {}, [text(content)]);
const marked = (type: string, data: Json = {}) =>
  block('paragraph', {}, [text('x', { object: 'mark', type, data })]);
const item = (content: string, data: Json = {}) => block('list-item', data, [words(content)]);
const line = (code: string, data: Json = {}) => block('code-line', data, [text(code)]);
const fragment = (type: string, content: string) => ({
  object: 'fragment',
  type,
  fragment: type,
  nodes: [words(content)],
});
const page = { kind: 'page', page: 'p1' };
const elsewhere = { kind: 'url', url: 'https://a.test/b' };
const picture = { kind: 'file', file: 'cover1' };
const api = { kind: 'openapi', spec: 'pets' };

/** Every block of the published content API, with its relevant fields and its expected HTML. */
const BLOCKS: readonly (readonly [string, Json, readonly string[]])[] = [
  ['paragraph', block('paragraph', { align: 'center' }, [text('a')]), ['<p class="align-center">a</p>']],
  ['heading-1', block('heading-1', {}, [text('a')], { meta: { id: 'a' } }), ['<h2 id="a"', 'href="#a"']],
  ['heading-2', block('heading-2', {}, [text('a')], { meta: { id: 'a' } }), ['<h3 id="a"']],
  ['heading-3', block('heading-3', {}, [text('a')], { meta: { id: 'a' } }), ['<h4 id="a"']],
  ['list-unordered', block('list-unordered', {}, [item('a')]), ['<ul><li>a</li></ul>']],
  ['list-ordered', block('list-ordered', { start: 3 }, [item('a')]), ['<ol start="3"><li>a</li></ol>']],
  [
    'list-tasks',
    block('list-tasks', {}, [item('a', { checked: true })]),
    ['type="checkbox"', 'checked', 'a'],
  ],
  ['blockquote', block('blockquote', {}, [words('a')]), ['<blockquote>', 'a']],
  ['hint', block('hint', { style: 'danger' }, [words('a')]), ['tone-danger', '<svg', 'a']],
  ['divider', block('divider'), ['<hr']],
  [
    'code',
    block('code', { title: 'a.js', lineNumbers: true, syntax: 'js' }, [
      line('let a'),
      line('b', { highlighted: true }),
    ]),
    ['a.js', 'let a', 'data-copy', 'numbered', 'class="line line-on"'],
  ],
  ['math', block('math', { formula: 'x^2' }), ['<math', 'class="math math-block" tabindex="0"']],
  [
    'images, image',
    block('images', { align: 'left', withFrame: true }, [
      block('image', { ref: picture, alt: 'Hills' }, [], { fragments: [fragment('caption', 'Far away')] }),
    ]),
    ['src="/files/cover1.svg"', 'alt="Hills"', '<figcaption>', 'Far away', 'framed', 'align-left'],
  ],
  [
    'image in a link',
    block('images', {}, [
      block('image', { ref: picture, link: { kind: 'url', url: 'https://example.com/a' } }),
    ]),
    ['<a href="https://example.com/a"', 'class="image-link"', 'aria-label="https://example.com/a"'],
  ],
  [
    'file',
    block('file', { ref: { kind: 'file', file: 'report' } }),
    ['report-2026.pdf', 'download', '1.5 MB'],
  ],
  ['drawing', block('drawing', { ref: picture }), ['src="/files/cover1.svg"']],
  ['embed of a known host', block('embed', { url: 'https://www.youtube.com/watch?v=abcdefgh' }), ['<iframe']],
  [
    'embed of another',
    block('embed', { url: 'https://example.com/a' }),
    ['class="tile"', 'An article somewhere'],
  ],
  ['content-ref', block('content-ref', { ref: page }), ['class="tile"', 'href="/p1"', 'Quick start']],
  [
    'content-ref to another site',
    block('content-ref', { ref: elsewhere }, undefined, { fragments: [fragment('body', 'Its name')] }),
    ['href="https://a.test/b"', '>Its name<'],
  ],
  [
    'html',
    block('html', { source: '<center><a href="/pages/p1">Go</a><img src="/files/cover1"></center>' }),
    ['href="/p1"', 'src="/files/cover1.svg"'],
  ],
  [
    'heading with two anchors',
    { ...block('heading-1', {}, [text('Release 4.9')]), meta: { id: 'release-4.9' } },
    ['<h2 id="release-4.9"', 'id="release-4-9"'],
  ],
  [
    'tabs, tabs-item',
    block('tabs', {}, [
      block('tabs-item', { title: 'One' }, [words('a')], { key: '1' }),
      block('tabs-item', { title: 'Two', icon: 'book' }, [words('b')], { key: '2' }),
    ]),
    ['type="radio"', 'One', 'Two', '<p>a</p>', '<p>b</p>'],
  ],
  [
    'expandable',
    block('expandable', { defaultExpanded: true }, [], {
      fragments: [fragment('expandable-title', 'More'), fragment('expandable-body', 'Much more')],
    }),
    ['<details', ' open', '<summary', 'More', 'Much more'],
  ],
  [
    'table as a grid',
    block(
      'table',
      {
        view: { type: 'grid', columns: ['t', 'n', 'c', 'r', 's'], hideHeader: false },
        definition: {
          t: { id: 't', title: 'Name', type: 'text' },
          n: { id: 'n', title: 'Count', type: 'number' },
          c: { id: 'c', title: 'Done', type: 'checkbox' },
          r: { id: 'r', title: 'Rating', type: 'rating', max: 5 },
          s: {
            id: 's',
            title: 'Tag',
            type: 'select',
            options: [{ value: 'a', label: 'Stable', color: 'green' }],
          },
        },
        records: { one: { orderIndex: '0', values: { t: 'f', n: 7, c: true, r: 3, s: ['a'] } } },
      },
      [],
      { fragments: [{ ...fragment('f', 'Search'), fragment: 'f' }] },
    ),
    ['<th scope="col"', 'Name', 'Search', '>7<', 'checked', 'Stable', '3 of 5'],
  ],
  [
    'table as cards',
    block(
      'table',
      {
        view: {
          type: 'cards',
          cardSize: 'large',
          columns: ['t'],
          targetDefinition: 'to',
          hideColumnTitle: true,
        },
        definition: {
          t: { id: 't', title: '', type: 'text' },
          to: { id: 'to', title: '', type: 'content-ref' },
        },
        records: { one: { orderIndex: '0', values: { t: 'f', to: page } } },
      },
      [],
      { fragments: [{ ...fragment('f', 'Begin'), fragment: 'f' }] },
    ),
    ['class="card', 'href="/p1"', 'Begin'],
  ],
  [
    'table as cards with the object fit of a file',
    block('table', {
      view: { type: 'cards', columns: [], coverDefinition: 'c0' },
      definition: { c0: { id: 'c0', title: '', type: 'files' } },
      records: { r0: { orderIndex: '0', values: { c0: ['https://x.test/a.png'] } } },
      cellAttributes: { 'r0-c0': { 'data-object-fit': 'contain' } },
    }),
    ['class="fit-contain"', 'src="https://x.test/a.png"'],
  ],
  [
    'table as cards in one row',
    block('table', { view: { type: 'cards', columns: [], wrap: false }, definition: {}, records: {} }),
    ['class="cards cards-row"', 'tabindex="0"'],
  ],
  ['stepper', block('stepper', {}, [block('stepper-step', {}, [words('a')])]), ['<ol', 'step', 'a']],
  [
    'columns',
    block('columns', {}, [block('column', {}, [words('a')]), block('column', {}, [words('b')])]),
    ['columns', 'a', 'b'],
  ],
  [
    'updates',
    block('updates', { format: 'full' }, [block('update', { date: '2026-03-01' }, [words('a')])]),
    ['datetime="2026-03-01"', 'March 1, 2026', 'a'],
  ],
  [
    'prompt',
    block('prompt', { description: 'Sum it up', icon: 'sparkles' }, [block('code', {}, [line('Read')])]),
    ['Sum it up', 'Read', 'data-copy'],
  ],
  ...['swagger', 'openapi-operation'].map(
    (type) =>
      [
        type,
        block(type, { ref: api, path: '/pets/{petId}', method: 'put' }),
        ['PUT', '/pets/', 'curl', 'JavaScript', 'Python', '200'],
      ] as const,
  ),
  ['openapi-schemas', block('openapi-schemas', { ref: api, schemas: ['Pet'] }), ['Pet', 'name']],
];

const INLINES: readonly (readonly [string, Json, readonly string[]])[] = [
  ['bold', marked('bold'), ['<strong>x</strong>']],
  ['italic', marked('italic'), ['<em>x</em>']],
  ['code', marked('code'), ['<code>x</code>']],
  ['strikethrough', marked('strikethrough'), ['<s>x</s>']],
  ['keyboard', marked('keyboard'), ['<kbd>x</kbd>']],
  ['superscript', marked('superscript'), ['<sup>x</sup>']],
  ['subscript', marked('subscript'), ['<sub>x</sub>']],
  ['color', marked('color', { text: 'red', background: 'yellow' }), ['color-red', 'yellow']],
  ['link', inline('link', { ref: page }, [text('a')]), ['<a href="/p1">a</a>']],
  ['emoji', inline('emoji', { code: '1f680' }), ['🚀']],
  ['icon', inline('icon', { icon: 'rocket' }), ['<svg']],
  ['inline-math', inline('inline-math', { formula: 'x' }), ['<math']],
  [
    'inline-image',
    inline('inline-image', { ref: picture, alt: 'Hills', size: 'line' }),
    ['image-line', 'Hills'],
  ],
  ['mention', inline('mention', { ref: page }), ['href="/p1"', 'Quick start']],
  [
    'mention of another site',
    inline('mention', { ref: elsewhere, label: 'Its name' }),
    ['href="https://a.test/b"', '>Its name<'],
  ],
  [
    'mention of an anchor',
    inline('mention', { ref: { kind: 'anchor', anchor: 'here' }, label: 'Its name' }),
    ['href="#here"', '>Its name<'],
  ],
  [
    'button',
    inline('button', { label: 'Go', kind: 'primary', ref: page }),
    ['button-primary', 'href="/p1"', 'Go'],
  ],
  [
    'button that searches',
    inline('button', { label: 'Find', kind: 'secondary', action: { action: 'search', query: 'a' } }),
    ['data-search-open', 'Find'],
  ],
  [
    'annotation',
    inline('annotation', {}, [text('word')], { fragments: [fragment('annotation-body', 'a note')] }),
    ['word', 'a note', 'popover'],
  ],
];

const render = (node: Json): string =>
  renderDocument({ object: 'document', data: {}, nodes: [node] } as unknown as Document, sampleContext);

describe('the HTML of each node', () => {
  test.each([...BLOCKS, ...INLINES])('%s', (_, node, expected) => {
    const html = render(node);
    for (const part of expected) expect(html).toContain(part);
  });

  test.each([
    ['if', block('if', { expression: 'true' }, [words('secret')])],
    [
      'reusable-content',
      block('reusable-content', { ref: { kind: 'reusable-content', reusableContent: 'r' } }),
    ],
    ['something new', block('hologram', {}, [words('secret')])],
    ['expression', inline('expression', { expression: '1 + 1' })],
  ])('an unevaluated %s renders nothing', (_, node) => {
    expect(render(node).replace('<p></p>', '')).toBe('');
  });

  test.each([
    ['image', block('images', {}, [block('image', { ref: { kind: 'url', url: '' } })])],
    ['embed', block('embed', { url: '' })],
    ['file', block('file', { ref: { kind: 'url', url: '' } })],
    ['link to a page', block('content-ref', { ref: { kind: 'url', url: '' } })],
    ['formula', block('math', { formula: '' })],
  ])('an unfinished block leaves no empty box: %s', (_, node) => {
    expect(render(node)).toBe('');
  });

  test('a reference to a file of the source repository is rendered as text', () => {
    expect(render(inline('link', { ref: { kind: 'url', url: '../img/a.md' } }, [text('a')]))).toBe(
      '<p>a</p>',
    );
    const lost = block('images', {}, [
      block('image', { ref: { kind: 'url', url: 'img/a.png' }, alt: 'Hills' }),
    ]);
    expect(render(lost)).not.toContain('<img');
    expect(render(lost)).toContain('Hills');
  });
});
