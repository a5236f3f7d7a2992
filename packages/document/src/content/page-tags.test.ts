import { describe, expect, test } from 'vitest';
import { stableRefs } from '../refs.ts';
import { printPageFile, readPageFile } from '../repository/page-file.ts';
import { pageTags, tagsOfPages, withTags } from './page-tags.ts';
import type { PageNode } from './read.ts';
import type { PageRecord } from './records.ts';

describe('tags of pages', () => {
  test('are names, or names with a mark for the primary one', () => {
    expect(
      pageTags(['beta', { tag: 'New feature', primary: true }, { tag: { kind: 'tag', tag: 'api' } }]),
    ).toEqual([
      { tag: { kind: 'tag', tag: 'beta' } },
      { tag: { kind: 'tag', tag: 'new-feature' }, primary: true },
      { tag: { kind: 'tag', tag: 'api' } },
    ]);
    expect(pageTags(['beta', 'Beta', '', null, {}, ['a'], 4])).toEqual([
      { tag: { kind: 'tag', tag: 'beta' } },
      { tag: { kind: 'tag', tag: '4' } },
    ]);
    expect(pageTags()).toEqual([]);
  });

  test('stay as they were written if a change names them by slug', () => {
    const written = ['New feature', { tag: 'beta', primary: true }, 'Old'];
    expect(withTags(written, ['beta', 'new-feature', 'Fresh', 'fresh '])).toEqual([
      { tag: 'beta', primary: true },
      'New feature',
      'fresh',
    ]);
    expect(withTags(undefined, ['One'])).toEqual(['One']);
  });

  test('are collected from all pages, each once', () => {
    const node = (tags: readonly unknown[], children: PageNode[] = []): PageNode => ({
      id: 'a',
      path: 'a',
      page: { type: 'document', parent: null, position: 'V', title: 'A', createdAt: '', tags } as PageRecord,
      children,
    });
    expect(tagsOfPages([node(['One'], [node(['two', 'one'])]), node(['three'])])).toEqual([
      { slug: 'one', label: 'One' },
      { slug: 'two', label: 'two' },
      { slug: 'three', label: 'three' },
    ]);
  });
});

describe('the layout of a page file', () => {
  test('keeps the size and the mask of the cover, and the visibility of tags, actions and anchors', () => {
    const source = `---
layout:
  width: wide
  cover:
    visible: true
    size: background
    mask: radial
  tags:
    visible: false
  actions:
    visible: false
  anchors:
    visible: true
---

# Title
`;
    const { fields, document, problems } = readPageFile(source, stableRefs);
    expect(problems).toEqual([]);
    expect(fields.layout).toEqual({
      width: 'wide',
      cover: true,
      coverSize: 'background',
      coverMask: 'radial',
      tags: false,
      actions: false,
      anchors: true,
    });
    expect(fields.more).toBeUndefined();
    expect(printPageFile({ fields, document }, stableRefs)).toBe(source);
  });
});
