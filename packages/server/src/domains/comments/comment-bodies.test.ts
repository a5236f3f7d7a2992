import { beforeEach, describe, expect, test } from 'vitest';
import { COMMENT_TARGETS } from '../../testing/comment-targets.ts';
import type { TestOrganization, TestServer } from '../../testing/server.ts';
import { withOrganization } from '../../testing/set-up.ts';

const paragraph = (text: unknown) => ({
  object: 'block',
  type: 'paragraph',
  nodes: [{ object: 'text', leaves: [{ object: 'leaf', text, marks: [] }] }],
});
const saying = (...nodes: object[]) => ({ document: { object: 'document', data: {}, nodes } });
const nested = (depth: number): object =>
  depth === 0 ? paragraph('x') : { object: 'block', type: 'blockquote', nodes: [nested(depth - 1)] };

// What is no body, and the field of it that is wrong.
const REFUSED: readonly [string, unknown, string][] = [
  ['null', null, ''],
  ['a string', 'x', ''],
  ['a list', [], ''],
  ['unknown fields', { text: 'x' }, ''],
  ['Markdown that is a number', { markdown: 1 }, '.markdown'],
  ['Markdown that is null', { markdown: null }, '.markdown'],
  ['Markdown with invalid characters', { markdown: 'a\u0000b' }, '.markdown'],
  ['Markdown that is too long', { markdown: 'x'.repeat(20_001) }, '.markdown'],
  ['a document that is a string', { document: 'x' }, '.document'],
  ['a document that is null', { document: null }, '.document'],
  ['an empty document', { document: {} }, '.document.object'],
  ['nodes that are not a list', { document: { object: 'document', data: {}, nodes: 5 } }, '.document.nodes'],
  ['a block of an unknown type', saying({ object: 'block', type: 'nonsense' }), '.document.nodes.0.type'],
  ['text that is a number', saying(paragraph('a'), paragraph(5)), '.document.nodes.1.nodes.0.leaves.0.text'],
  ['a document that is too deep', saying(nested(300)), '.document.nodes'],
  ['a document that is too long', saying(paragraph('x'.repeat(100_000))), '.document'],
  ['a document that is too long as Markdown', saying(paragraph('*'.repeat(15_000))), '.document'],
];

describe.each(COMMENT_TARGETS)('bodies of comments on %s', (_, begin) => {
  let server: TestServer;
  let org: TestOrganization;
  let at: string;
  let comment: string;
  let reply: string;
  withOrganization((fresh) => {
    ({ server, org } = fresh);
  });
  beforeEach(async () => {
    ({ at } = await begin(org));
    const body = { markdown: 'Well said' };
    comment = (await org.admin.call('POST', `${at}/comments`, { body })).body.id;
    reply = (await org.admin.call('POST', `${at}/comments/${comment}/replies`, { body })).body.id;
  });

  test.each(REFUSED)('are rejected with the name of the invalid field: %s', async (_what, body, field) => {
    const thread = `${at}/comments/${comment}`;
    const before = [await server.eventsOf(comment), (await org.read.call('GET', `${at}/comments`)).body];
    for (const [method, path, requestBody, name] of [
      ['POST', `${at}/comments`, { body }, 'body.body'],
      ['PUT', thread, { body, resolved: true, addedReactions: ['👍'] }, 'body.body'],
      ['POST', `${thread}/replies`, { body }, 'body.body'],
      ['PUT', `${thread}/replies/${reply}`, { body, resolved: true, addedReactions: ['👍'] }, 'body.body'],
      ...(at.includes('change-requests')
        ? ([['POST', `${at}/reviews`, { status: 'approved', comment: body }, 'body.comment']] as const)
        : []),
    ] as const) {
      const { status, body: answer } = await org.admin.call(method, path, requestBody);
      expect([method, path, status, answer.error.details?.[0].path]).toEqual([
        method,
        path,
        400,
        `${name}${field}`,
      ]);
    }
    expect([await server.eventsOf(comment), (await org.read.call('GET', `${at}/comments`)).body]).toEqual(
      before,
    );
  });
});
