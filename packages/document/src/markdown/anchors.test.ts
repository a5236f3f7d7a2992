import { describe, expect, test } from 'vitest';
import { anchorFinder, anchorsOf, parseMarkdown, plainAnchorOf, slug } from '../index.ts';

describe('the anchor of a title is that of the hosted service', () => {
  test.each([
    ['Release 4.9', 'release-4.9'],
    ['Abuse via .git/config', 'abuse-via-.git-config'],
    ['LD_PRELOAD', 'ld_preload'],
    ['5. Set up the Proxy Server (V2 Auth)', 'id-5.-set-up-the-proxy-server-v2-auth'],
    ['Mobile badge | Scheduled for March 2025', 'mobile-badge-or-scheduled-for-march-2025'],
    ['Media & File', 'media-and-file'],
    ['request > template', 'request-greater-than-template'],
    ['What’s new?', 'whats-new'],
    ['Übersicht', 'ubersicht'],
    ['概要', '概要'],
    ['', ''],
  ])('%s', (title, anchor) => {
    expect(slug(title)).toBe(anchor);
  });
});

test('links reach a heading by both forms of its anchor, duplicates by their number', () => {
  const document = parseMarkdown(
    '# Release 4.9\n\n# Release 4.9\n\n# Plain\n\n# 1. One <a href="#one" id="one"></a>\n',
  );
  expect(document.nodes.map((block) => [block.meta?.id, plainAnchorOf(block)])).toEqual([
    ['release-4.9', 'release-4-9'],
    ['release-4.9-1', 'release-4-9-1'],
    ['plain', undefined],
    ['one', undefined],
  ]);
  expect(anchorsOf(document)).toEqual([
    ...['release-4.9', 'release-4-9', 'release-4.9-1', 'release-4-9-1', 'plain', 'one'],
  ]);
});

test('links reach anchors inside of a line', () => {
  expect(anchorsOf(parseMarkdown('Words <a id="here"></a> and <a name="there"></a>.\n'))).toEqual([
    'here',
    'there',
  ]);
});

test.each([
  ['release-4.9', true],
  ['release-4-9', true],
  ['Release-4.9', true],
  ['release-49', true],
  ['release%2D4.9', true],
  ['release-5', false],
  ['-', false],
])('the anchor %s is found: %s', (anchor, isFound) => {
  expect(anchorFinder(anchorsOf(parseMarkdown('# Release 4.9\n'))!)(anchor)).toBe(isFound);
});

test('the anchors of a page are read once for all links to it', () => {
  let read = 0;
  function* anchors() {
    for (let at = 0; at < 100; at++) {
      read++;
      yield `anchor-${at}`;
    }
  }
  const has = anchorFinder(anchors());
  expect([has('anchor-99'), has('Anchor99'), has('anchor-100')]).toEqual([true, true, false]);
  expect(read).toBe(100);
});
