import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Block, Fragment, Node } from '../document.ts';
import { parseMarkdown, printMarkdown } from '../index.ts';

const source = readFileSync(join(import.meta.dirname, 'clients.fixture.md'), 'utf8');
const document = parseMarkdown(source);

const text = expect.any(String);
const key = { key: text };
const meta = { meta: { id: text } };
const paragraph = { type: 'paragraph', nodes: expect.any(Array) };
const file = (name: string) => ({ kind: 'file', file: name });
const page = { kind: 'page', page: 'p' };
const spec = { kind: 'openapi', spec: 's' };

/** Every node that clients draw, with what they read of it. */
const read: Readonly<Record<string, object>> = {
  paragraph: { ...paragraph, data: { align: 'center' } },
  'heading-1': { data: { id: 'own' }, meta: { id: 'own' }, nodes: [{ object: 'text' }] },
  'heading-2': { data: {}, meta: { id: 'two' }, nodes: [{ object: 'text' }] },
  'heading-3': { data: {}, meta: { id: 'three' }, nodes: [{ object: 'text' }] },
  'list-unordered': { nodes: [{ type: 'list-item', nodes: [paragraph] }] },
  'list-ordered': { data: { start: 3 }, nodes: [{ type: 'list-item' }] },
  'list-tasks': { nodes: [{ type: 'list-item', ...key, data: { checked: true } }] },
  'list-item': { nodes: [paragraph] },
  blockquote: { nodes: [paragraph] },
  hint: { data: { style: 'warning', icon: 'gear' }, nodes: [paragraph] },
  divider: { isVoid: true },
  code: {
    data: {
      syntax: 'js',
      title: 't',
      overflow: 'wrap',
      lineNumbers: true,
      fullWidth: true,
      expandable: true,
      collapsedLineCount: 3,
    },
    nodes: [
      { type: 'code-line', data: { highlighted: true } },
      { type: 'code-line', data: {} },
    ],
  },
  'code-line': { data: { highlighted: true }, nodes: [{ object: 'text' }] },
  math: { data: { formula: 'x^2' } },
  images: { data: { align: 'center', fullWidth: true, withFrame: true }, nodes: [{ type: 'image' }] },
  image: {
    data: {
      ref: file('light'),
      refDark: file('dark'),
      alt: 'alt',
      width: 375,
      height: { unit: '%', value: 50 },
    },
    fragments: [{ fragment: 'caption', nodes: [paragraph] }],
  },
  file: { data: { ref: file('f') } },
  drawing: { data: { ref: file('d') } },
  embed: { data: { url: 'https://e.x' } },
  'content-ref': { data: { ref: page } },
  tabs: { ...key, data: { fullWidth: true }, nodes: [{ type: 'tabs-item' }] },
  'tabs-item': { ...key, ...meta, data: { title: 'Tab', icon: 'gear' }, nodes: [paragraph] },
  expandable: {
    ...meta,
    data: { defaultExpanded: true },
    fragments: [{ type: 'expandable-title' }, { type: 'expandable-body', nodes: [paragraph] }],
  },
  'table of a grid': {
    data: {
      view: { type: 'grid', columns: expect.any(Array), hideHeader: true, columnWidths: { c0: 100 } },
      definition: {
        c0: { id: 'c0', title: 'Text', type: 'text', textAlignment: 'center', verticalAlignment: 'top' },
        c1: { type: 'number' },
        c2: { type: 'checkbox' },
        c3: { type: 'rating', max: 5 },
        c4: { type: 'select', multiple: true, options: [{ value: 'o', label: 'O', color: 'red' }] },
        c5: { type: 'files' },
        c6: { type: 'users', multiple: true },
        c7: { type: 'content-ref' },
        c8: { type: 'image' },
      },
      records: {
        r0: {
          orderIndex: text,
          values: {
            c0: 'r0-c0',
            c1: 1,
            c2: true,
            c3: 3,
            c4: ['o'],
            c5: ['f'],
            c6: ['u1', 'u2'],
            c7: page,
            c8: file('i'),
          },
        },
      },
      fullWidth: true,
      search: false,
    },
    fragments: [{ fragment: 'r0-c0', nodes: [paragraph] }],
  },
  'table of cards': {
    data: {
      view: {
        type: 'cards',
        cardSize: 'large',
        columns: ['c0'],
        targetDefinition: 'c1',
        coverDefinition: 'c2',
      },
    },
  },
  stepper: { nodes: [{ type: 'stepper-step' }] },
  'stepper-step': { data: { icon: 'gear' }, nodes: [paragraph] },
  columns: { nodes: [{ type: 'column' }] },
  column: { data: { width: { unit: '%', value: 50 }, verticalAlignment: 'middle' }, nodes: [paragraph] },
  updates: { data: { format: 'full' }, nodes: [{ type: 'update' }] },
  update: {
    data: { date: '2026-01-31T00:00:00.000Z', tags: [{ kind: 'tag', tag: 'a' }] },
    nodes: [paragraph],
  },
  prompt: {
    data: { description: 'd', icon: 'gear', openInAIProviders: true, defaultExpanded: 'full' },
    nodes: [{ type: 'code' }],
  },
  swagger: { ...meta, data: { ref: file('o'), path: '/a', method: 'get' } },
  'openapi-operation': { ...meta, data: { ref: spec, path: '/a', method: 'get' } },
  'openapi-schemas': { ...meta, data: { ref: spec, schemas: ['A', 'B'] } },
  'openapi-webhook': { ...meta, data: { ref: spec, name: 'w', method: 'post' } },
  integration: { data: { integration: 'mermaid', block: 'diagram', props: { content: 'x' } } },
  'reusable-content': { data: { ref: { kind: 'reusable-content', reusableContent: 'r' } } },
  if: { data: { expression: 'visitor.claims.x' }, nodes: [paragraph] },
  link: { data: { ref: page }, nodes: [{ object: 'text' }] },
  emoji: { data: { code: '1f680' } },
  icon: { data: { icon: 'gear', color: 'red' } },
  'inline-math': { data: { formula: 'x' } },
  'inline-image': {
    data: { ref: file('i'), refDark: file('dark'), size: 'line', alt: 'a', caption: 'c' },
  },
  mention: { data: { ref: { kind: 'user', user: 'u' } } },
  'button to a page': { data: { label: 'Go', kind: 'primary', size: 'large', icon: 'gear', ref: page } },
  'button for an action': {
    data: { label: 'Ask', kind: 'secondary', action: { action: 'ask', query: 'q' } },
  },
  annotation: {
    nodes: [{ object: 'text' }],
    fragments: [{ type: 'annotation-body', nodes: [paragraph] }],
  },
  expression: { data: { expression: 'space.vars.x' } },
};

const nodes: (Node | Fragment)[] = [];
const visit = (node: Node | Fragment): void => {
  nodes.push(node);
  if (node.object === 'text') return;
  for (const child of [...((node as Block).nodes ?? []), ...((node as Block).fragments ?? [])]) visit(child);
};
for (const block of document.nodes) visit(block);

test.each(Object.entries(read))('a %s has all fields that clients read', (name, expected) => {
  const type = name.split(' ')[0]!;
  const found = nodes.filter((node) => 'type' in node && node.type === type);
  expect(found).toContainEqual(expect.objectContaining({ type }));
  const fits = found.filter((node) => {
    try {
      expect(node).toMatchObject(expected);
      return true;
    } catch {
      return false;
    }
  });
  // Where none fits the first one says what it lacks.
  if (fits.length === 0) expect(found[0]).toMatchObject(expected);
});

test('all marks are present, and texts have the fields that clients need', () => {
  const texts = nodes.filter((node) => node.object === 'text');
  for (const { leaves } of texts)
    for (const leaf of leaves) expect(leaf).toEqual({ object: 'leaf', text, marks: expect.any(Array) });
  const marks = texts.flatMap(({ leaves }) => leaves.flatMap((leaf) => leaf.marks));
  expect([...new Set(marks.map(({ type }) => type))].sort()).toEqual(
    ['bold', 'code', 'color', 'italic', 'keyboard', 'strikethrough', 'subscript', 'superscript'].sort(),
  );
  expect(marks.find(({ type }) => type === 'color')?.data).toEqual({ text: 'red', background: 'blue' });
});

test('the page with all of them is printed unchanged', () => {
  expect(printMarkdown(document)).toBe(source);
});
