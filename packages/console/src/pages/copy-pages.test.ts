import { type Document, parseMarkdown, printMarkdown } from '@lectern/document';
import { expect, test } from 'vitest';
import type { PageNode } from '../spaces/tree/page-node.ts';
import { insertionsOf } from './copy-pages.ts';

const CHILD: PageNode = { id: 'child', type: 'document', title: 'Child' };
const ROOT: PageNode = { id: 'root', type: 'document', title: 'Root', pages: [CHILD] };
const BODY =
  '[own](/pages/child) [other](/pages/else) [here](#x) ![](/files/f1) [web](https://a.test/)\n\n{% include "/reusable-contents/r1" %}\n';
const CONTENTS = new Map([
  ['root', { id: 'root', title: 'Root', emoji: '🚀', hidden: true, document: parseMarkdown(BODY) }],
  ['child', { id: 'child', title: 'Child', document: parseMarkdown('Below.') }],
]);

const bodyOf = (change: ReturnType<typeof insertionsOf>[number]): string =>
  printMarkdown((change.document as { document: Document }).document);

test('a copy has the settings and the body of its page, and those below it', () => {
  const [root, child] = insertionsOf(ROOT, CONTENTS, { place: { into: null, at: 3 }, title: 'Root (copy)' });
  expect(root).toMatchObject({
    title: 'Root (copy)',
    ref: 'root',
    into: null,
    at: 3,
    emoji: '🚀',
    hidden: true,
  });
  expect(bodyOf(root!)).toBe(printMarkdown(parseMarkdown(BODY)));
  expect(child).toMatchObject({ title: 'Child', into: 'root' });
});

test('in another space, references lead back to what stays, and to the copies', () => {
  const [root] = insertionsOf(ROOT, CONTENTS, { place: { into: null }, from: 's1' });
  const body = bodyOf(root!);
  for (const part of [
    '(/pages/child)',
    '/spaces/s1/pages/else',
    '(#x)',
    '/spaces/s1/files/f1',
    'https://a.test/',
    '/spaces/s1/reusable-contents/r1',
  ])
    expect(body).toContain(part);
});
