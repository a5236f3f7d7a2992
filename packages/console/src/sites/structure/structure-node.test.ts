import { describe, expect, test } from 'vitest';
import { moveTo, pathOf, type StructureNode, structureNodes, structureTree } from './structure-node.ts';

const siteSpace = (id: string, isDefault: boolean) => ({
  object: 'site-space',
  id,
  title: id,
  path: id,
  default: isDefault,
});
const section = (id: string, isDefault: boolean, ...siteSpaces: readonly object[]) => ({
  object: 'site-section',
  id,
  title: id,
  path: id,
  default: isDefault,
  siteSpaces,
});
const group = (id: string, ...children: readonly object[]) => ({
  object: 'site-section-group',
  id,
  title: id,
  children,
});
const nodesOf = (...structure: readonly object[]): readonly StructureNode[] =>
  structureNodes({ type: 'sections', structure } as unknown as Parameters<typeof structureNodes>[0]);

const NODES = nodesOf(
  section('docs', true, siteSpace('en', true), siteSpace('de', false)),
  section('api', false, siteSpace('v2', true), siteSpace('v1', false)),
  group('more', section('blog', false, siteSpace('posts', true))),
  group('empty'),
);
const find = (id: string): StructureNode => structureTree.flatten(NODES).find((node) => node.id === id)!;

describe('paths of readers', () => {
  test.each([
    ['docs', '/'],
    ['en', '/'],
    ['de', '/docs/de'],
    ['api', '/api'],
    ['v2', '/api'],
    ['v1', '/api/v1'],
    ['more', undefined],
    ['posts', '/blog'],
  ])('%s is at %s', (id, path) => {
    expect(pathOf(NODES, find(id))).toBe(path);
  });

  test('site spaces of a site without sections are below its root', () => {
    const flat = nodesOf(siteSpace('en', true), siteSpace('de', false));
    expect(flat.map((node) => pathOf(flat, node))).toEqual(['/', '/de']);
  });
});

describe('moves', () => {
  test('a site space moves in its section only', () => {
    expect(structureTree.placeAfterDrop(NODES, 'de', 'en', 'before')).toEqual({ into: 'docs', at: 0 });
    expect(structureTree.placeAfterDrop(NODES, 'de', 'v1', 'before')).toBeUndefined();
    expect(structureTree.placeAfterDrop(NODES, 'de', 'docs', 'before')).toBeUndefined();
  });

  test('a section enters a group, and is in no section', () => {
    expect(structureTree.placeAfterDrop(NODES, 'api', 'more', 'inside')).toEqual({ into: 'more', at: 1 });
    expect(structureTree.placeAfterDrop(NODES, 'api', 'docs', 'inside')).toBeUndefined();
    expect(moveTo(NODES, 'api', { into: 'more', at: 1 })).toEqual({
      kind: 'sort',
      body: {
        item: { type: 'site-section', id: 'api' },
        position: { after: { type: 'site-section', id: 'blog' } },
      },
    });
    expect(moveTo(NODES, 'api', { into: 'empty', at: 0 })).toEqual({
      kind: 'enter',
      group: 'empty',
      section: 'api',
    });
  });

  test('a group does not enter an empty group', () => {
    expect(structureTree.placeAfterDrop(NODES, 'more', 'empty', 'inside')).toBeUndefined();
    expect(structureTree.placeAfterDrop(NODES, 'empty', 'more', 'inside')).toEqual({ into: 'more', at: 1 });
  });

  test('an entry moves before the one at its new place', () => {
    expect(moveTo(NODES, 'api', { into: null, at: 0 })).toEqual({
      kind: 'sort',
      body: {
        item: { type: 'site-section', id: 'api' },
        position: { before: { type: 'site-section', id: 'docs' } },
      },
    });
  });
});
