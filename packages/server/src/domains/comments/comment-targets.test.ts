import { beforeEach, describe, expect, test } from 'vitest';
import { COMMENT_TARGETS } from '../../testing/comment-targets.ts';
import type { TestOrganization } from '../../testing/server.ts';
import { withOrganization } from '../../testing/set-up.ts';

interface Node {
  readonly key: string;
  readonly type: string;
}

const BODY = '## First\n\nOne\n\nTwo\n\n| a | b |\n| --- | --- |\n| 1 | 2 |\n\nThree';

describe.each(COMMENT_TARGETS)('the target of a comment on %s', (_, begin) => {
  let org: TestOrganization;
  let at: string;
  let space: string;
  let page: string;
  let nodes: Node[];
  withOrganization((fresh) => {
    ({ org } = fresh);
  });

  const edit = async (...changes: object[]) =>
    expect((await org.admin.call('POST', `${at}/content`, { changes })).status).toBe(200);
  const write = (markdown: string) => edit({ operation: 'update_page', page, document: { markdown } });
  const nodesNow = async (): Promise<Node[]> =>
    (await org.read.call('GET', `${at}/content/page/${page}?format=document`)).body.document.nodes;
  const post = (more: object) =>
    org.comment.call('POST', `${at}/comments`, { body: { markdown: 'Here' }, ...more });
  const targetOf = async (id: string) => (await org.read.call('GET', `${at}/comments/${id}`)).body.target;

  beforeEach(async () => {
    ({ at, space } = await begin(org));
    await edit(
      { operation: 'insert_page', title: 'Guide', document: { markdown: BODY } },
      { operation: 'insert_page', title: 'Other' },
    );
    page = (await org.read.call('GET', `${at}/content/pages`)).body.pages[0].id;
    nodes = await nodesNow();
  });

  test('is a page, a block or a table cell of a revision', async () => {
    const [, , two, table] = nodes;
    const { revision } = (await org.read.call('GET', at)).body;
    const cell = { record: 'r0', definition: 'c1' };
    for (const [input, target] of [
      [{ page }, { page: { id: page } }],
      [
        { page, node: two!.key },
        { page: { id: page }, node: { id: two!.key } },
      ],
      [
        { page, node: table!.key, tableCell: cell },
        { page: { id: page }, node: { id: table!.key }, tableCell: cell },
      ],
    ] as const) {
      const posted = await post(input);
      expect([posted.status, posted.body.target]).toMatchObject([200, { ...target, revision, space }]);
      expect(posted.body.target).not.toHaveProperty('gone');
      expect(posted.body.target).not.toHaveProperty('place');
    }
  });

  test('is rejected by name if it does not exist', async () => {
    const [, , two, table] = nodes;
    const other = (await org.read.call('GET', `${at}/content/pages`)).body.pages[1].id;
    const cell = { record: 'r0', definition: 'c0' };
    for (const [input, path] of [
      [{ page: 'none' }, 'body.page'],
      [{ page: '' }, 'body.page'],
      [{ node: two!.key }, 'body.page'],
      [{ page, node: 'none' }, 'body.node'],
      [{ page: other, node: two!.key }, 'body.node'],
      [{ page: 'none', node: two!.key }, 'body.page'],
      [{ page, tableCell: cell }, 'body.node'],
      [{ tableCell: cell }, 'body.page'],
      [{ page, node: two!.key, tableCell: cell }, 'body.tableCell'],
      [{ page, node: table!.key, tableCell: { ...cell, record: 'r1' } }, 'body.tableCell'],
      [{ page, node: table!.key, tableCell: { ...cell, definition: 'constructor' } }, 'body.tableCell'],
      [{ page, node: table!.key, tableCell: { record: 'r0' } }, 'body.tableCell.definition'],
      [{ quote: { text: 'Two' } }, 'body.page'],
      [{ page, quote: { text: 'Two' } }, 'body.node'],
      [{ page, node: two!.key, quote: { text: '' } }, 'body.quote.text'],
      [{ page, node: two!.key, quote: { text: 'x'.repeat(2001) } }, 'body.quote.text'],
      [{ page, node: two!.key, quote: { text: 'a\u0000' } }, 'body.quote.text'],
      [{ page, node: two!.key, quote: { text: 'Two', occurrence: -1 } }, 'body.quote.occurrence'],
    ] as const) {
      const refused = await post(input);
      expect([input, refused.status, refused.body.error.details?.[0].path]).toEqual([input, 400, path]);
    }
    expect((await org.read.call('GET', `${at}/comments`)).body.count).toBe(0);
  });

  test('can be words of a block', async () => {
    const [, , two] = nodes;
    const { body } = await post({ page, node: two!.key, quote: { text: 'wo' } });
    expect(body.target.quote).toEqual({ text: 'wo', occurrence: 0 });
    const second = await post({ page, node: two!.key, quote: { text: 'o', occurrence: 1 } });
    expect(await targetOf(second.body.id)).toMatchObject({ quote: { text: 'o', occurrence: 1 } });
    await write(BODY.replace('Two', 'Two, mended'));
    expect(await targetOf(body.id)).toMatchObject({ quote: { text: 'wo', occurrence: 0 }, changed: true });
  });

  test('follows its block, whatever happens to the page around it', async () => {
    const [, , two] = nodes;
    const { id, target } = (await post({ page, node: two!.key })).body;
    await write(BODY.replace('## First\n\nOne', 'Before\n\n## Renamed'));
    expect(await targetOf(id)).toEqual(target);
    const other = (await org.read.call('GET', `${at}/content/pages`)).body.pages[1].id;
    await edit({ operation: 'update_page', page, title: 'Moved', into: other });
    expect(await targetOf(id)).toEqual(target);
    const inOld = await org.read.call('GET', `/spaces/${space}/revisions/${target.revision}/page/${page}`);
    expect(inOld.body.title).toBe('Guide');
  });

  test('follows its block when that is edited in place', async () => {
    const { id, target } = (await post({ page, node: nodes[2]!.key })).body;
    await write(BODY.replace('Two', 'Two, mended'));
    const [found, now] = [await targetOf(id), await nodesNow()];
    expect(found).toEqual({
      ...target,
      node: { id: now[2]!.key },
      revision: found.revision,
      changed: true,
    });
    expect([found.node, found.revision]).not.toEqual([target.node, target.revision]);
  });

  test('follows its block when that and its neighbors are edited', async () => {
    const text = 'Install with npm and run the server. Then open the browser.';
    await write(`Before.\n\n${text}\n\nAfter.`);
    const { id } = (await post({ page, node: (await nodesNow())[1]!.key, quote: { text: 'the server' } }))
      .body;
    await write(`Above.\n\nNew.\n\n${text.replace('npm and run', 'npm, start')}\n\nBelow.`);
    const found = await targetOf(id);
    expect(found).toMatchObject({ node: { id: (await nodesNow())[2]!.key }, changed: true });
    expect(found).not.toHaveProperty('gone');
  });

  test('follows its table when another cell is edited', async () => {
    const cell = { record: 'r0', definition: 'c1' };
    const { id, target } = (await post({ page, node: nodes[3]!.key, tableCell: cell })).body;
    await write(BODY.replace('| 1 |', '| another |'));
    const [found, now] = [await targetOf(id), await nodesNow()];
    expect(found).toEqual({
      ...target,
      node: { id: now[3]!.key },
      revision: found.revision,
      changed: true,
    });
  });

  test('is marked when its block is deleted, and keeps its position in the page', async () => {
    const [first, one, two] = nodes;
    const { id, target } = (await post({ page, node: two!.key })).body;
    await write(BODY.replace('Two\n\n', ''));
    expect(await targetOf(id)).toEqual({ ...target, gone: 'node', place: { after: one!.key, index: 2 } });
    await write(BODY.replace('One\n\nTwo\n\n', 'Zero\n\nHalf\n\nMore\n\n'));
    expect(await targetOf(id)).toEqual({ ...target, gone: 'node', place: { after: first!.key, index: 1 } });
    await write('Another\n\npage');
    expect(await targetOf(id)).toEqual({ ...target, gone: 'node', place: { index: 2 } });
    await edit({ operation: 'update_page', page, document: {} });
    expect(await targetOf(id)).toEqual({ ...target, gone: 'node', place: { index: 0 } });
    await write(BODY);
    expect(await targetOf(id)).toEqual(target);
    await edit({ operation: 'delete_page', page });
    expect(await targetOf(id)).toEqual({ ...target, gone: 'page' });
    const listed = (await org.read.call('GET', `${at}/comments?targetPage=${page}`)).body.items;
    expect(listed.map((comment: { target: object }) => comment.target)).toEqual([
      { ...target, gone: 'page' },
    ]);
  });

  test('among equal blocks stays the same, whatever happens to the others', async () => {
    await write('One\n\nSame\n\nTwo\n\nSame\n\nThree');
    const [, first, , second] = await nodesNow();
    const [a, b] = [
      (await post({ page, node: first!.key })).body,
      (await post({ page, node: second!.key })).body,
    ];
    /** The block that a comment stands on now, by its position; the place where it would be, when it has gone. */
    const standing = async ({ id }: { id: string }) => {
      const { gone, place, node, revision } = await targetOf(id);
      if (gone) return `gone, at ${place.index}`;
      const then = `/spaces/${space}/revisions/${revision}/page/${page}?format=document`;
      const found: Node[] = (await org.read.call('GET', then)).body.document.nodes;
      expect(found.some(({ key }) => key === node.id)).toBe(true);
      return (await nodesNow()).findIndex(({ key }) => key === node.id);
    };
    for (const [markdown, ofFirst, ofSecond] of [
      ['One\n\nTwo\n\nSame\n\nThree', 'gone, at 1', 2],
      ['One\n\nSame\n\nTwo\n\nThree', 1, 'gone, at 3'],
      ['Same\n\nOne\n\nSame\n\nTwo\n\nSame\n\nThree', 2, 4],
      ['One\n\nSame\n\nTwo\n\nSame\n\nThree', 1, 3],
      ['Same\n\nThree', 'gone, at 0', 0],
      ['Another', 'gone, at 1', 'gone, at 1'],
    ] as const) {
      await write(markdown);
      expect([markdown, await standing(a), await standing(b)]).toEqual([markdown, ofFirst, ofSecond]);
    }
  });
});

describe('a change request', () => {
  let org: TestOrganization;
  withOrganization((fresh) => {
    ({ org } = fresh);
  });

  test('accepts comments on content that it deletes from the space', async () => {
    const { at, space } = await COMMENT_TARGETS[0]![1](org);
    const insert = { operation: 'insert_page', title: 'Guide', document: { markdown: 'One\n\nTwo' } };
    const { body: now } = await org.admin.call('POST', `${at}/content`, { changes: [insert] });
    const [{ id: page }] = (await org.read.call('GET', `${at}/content/pages`)).body.pages;
    const [, two] = (await org.read.call('GET', `${at}/content/page/${page}?format=document`)).body.document
      .nodes;
    const { body: request } = await org.edit.call('POST', `/spaces/${space}/change-requests`, {});
    const inside = `/spaces/${space}/change-requests/${request.id}`;
    const change = { operation: 'update_page', page, document: { markdown: 'One' } };
    expect((await org.edit.call('POST', `${inside}/content`, { changes: [change] })).status).toBe(200);
    const input = { body: { markdown: 'Why?' }, page, node: two.key };
    const { body: comment } = await org.comment.call('POST', `${inside}/comments`, input);
    expect(comment.target).toMatchObject({
      node: { id: two.key },
      revision: now.revision,
      gone: 'node',
      place: { index: 1 },
    });
    // Of the space it is there, and when the change is merged it is not.
    const { body: outside } = await org.comment.call('POST', `${at}/comments`, input);
    expect(outside.target).not.toHaveProperty('gone');
    expect((await org.review.call('POST', `${inside}/merge`)).body.result).toBe('merge');
    expect((await org.read.call('GET', `${at}/comments/${outside.id}`)).body.target.gone).toBe('node');
    expect((await org.read.call('GET', `${at}/comments`)).body.count).toBe(1);
    expect((await org.read.call('GET', `${inside}/comments`)).body.items).toMatchObject([{ id: comment.id }]);
    expect(
      (await org.comment.call('POST', `${inside}/comments`, { body: { markdown: 'After' } })).status,
    ).toBe(200);
  });
});
