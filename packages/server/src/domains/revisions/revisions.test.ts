import { describe, expect, test } from 'vitest';
import { editContent } from '../../testing/edit-content.ts';
import type { TestOrganization, TestServer } from '../../testing/server.ts';
import { withOrganization } from '../../testing/set-up.ts';

describe('revisions', () => {
  let server: TestServer;
  let org: TestOrganization;
  withOrganization((fresh) => {
    ({ server, org } = fresh);
  });

  const rootOf = (spaceId: string) =>
    server.app.services.revisions.headRoot(server.app.kernel.db, { organization_id: org.id, id: spaceId });

  test('with equal content have the same root hash', async () => {
    const space = await org.space();
    const before = await rootOf(space);
    await editContent(server, space, async (draft) => draft.setVariable('version', 1));
    expect(await rootOf(space)).not.toBe(before);
    await editContent(server, space, async (draft) => draft.setVariable('version', undefined));
    expect(await rootOf(space)).toBe(before);
  });

  test('are found in their own space only', async () => {
    const { revisions } = server.app.services;
    const [one, other] = [await org.space(), await org.space()];
    const id = await editContent(server, one, async (draft) => draft.setVariable('version', 1));
    const spaceOf = (spaceId: string) => ({ organization_id: org.id, id: spaceId });
    expect((await revisions.find(spaceOf(one), id))?.root).toBe(await rootOf(one));
    expect(await revisions.find(spaceOf(other), id)).toBeUndefined();
  });

  test('parse a document from its body once', async () => {
    const { revisions } = server.app.services;
    const space = await org.space();
    let body = '';
    await editContent(server, space, async (draft) => {
      body = draft.putBody('Hello\n');
      draft.putReusable('r', { title: 'R', body });
    });
    expect(await revisions.markdownOf(org.id, body)).toBe('Hello\n');
    const document = await revisions.documentOf(org.id, body);
    expect(JSON.parse(document)).toMatchObject({ object: 'document', nodes: [{ type: 'paragraph' }] });
    const again = async () => expect(await revisions.documentOf(org.id, body)).toBe(document);
    expect(await server.countQueries(again)).toBe(0);
    const kept = await server.app.kernel.db
      .selectFrom('documents')
      .select('document')
      .where('organization_id', '=', org.id)
      .execute();
    expect(kept).toEqual([{ document }]);
  });
});
