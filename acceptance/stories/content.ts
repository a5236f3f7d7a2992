import { expect } from 'vitest';
import type { Person } from '../../packages/server/src/testing/server.ts';
import { type Client, errorOf, type Scene, SpaceEditMode } from '../client.ts';

// This version of the client cannot edit content.
const edit = async (person: Person, spaceId: string, ...changes: object[]) => {
  const answer = await person.call('POST', `/spaces/${spaceId}/content`, { changes });
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
};

const pageOf = async (client: Client, spaceId: string) => {
  const [page] = (await client.spaces.listPages(spaceId)).data.pages;
  if (page?.type !== 'document') throw new Error('the first page is no document');
  return page;
};

/** Pages are created, read in every format, and found by search. */
export const pagesAreWrittenReadAndFound = async ({ server, clients }: Scene) => {
  const org = await server.organization('Content');
  const [author, reader] = [clients.as(org.create), clients.as(org.read)];
  const { data: space } = await author.orgs.createSpace(org.id, {
    title: 'Handbook',
    editMode: SpaceEditMode.Live,
  });
  const first = await pageOf(reader, space.id);
  await edit(
    org.create,
    space.id,
    {
      operation: 'update_page',
      page: first.id,
      title: 'Welcome',
      document: { markdown: 'Hello **there**.' },
    },
    {
      operation: 'insert_page',
      title: 'Setup',
      into: first.id,
      document: { markdown: '## Steps\n\nTurn it on.' },
    },
    { operation: 'insert_reusable_content', title: 'Note', document: { markdown: 'Take care.' } },
  );
  const { data: revision } = await reader.spaces.getCurrentRevision(space.id);
  expect(revision).toMatchObject({ object: 'revision', type: 'edits', pages: [{ title: 'Welcome' }] });
  const { data: again } = await reader.spaces.getRevisionById(space.id, revision.id);
  expect(again).toEqual(revision);
  expect((await reader.spaces.listPagesInRevisionById(space.id, revision.id)).data.pages).toEqual(
    revision.pages,
  );

  const { data: markdown } = await reader.spaces.getPageById(space.id, first.id, { format: 'markdown' });
  expect(markdown).toMatchObject({ title: 'Welcome', markdown: 'Hello **there**.\n' });
  const { data: byPath } = await reader.spaces.getPageByPath(space.id, encodeURIComponent('welcome/setup'), {
    format: 'document',
  });
  expect(byPath).toMatchObject({ path: 'welcome/setup', document: { object: 'document' } });
  const { data: inRevision } = await reader.spaces.getPageInRevisionById(space.id, revision.id, first.id);
  const { data: byPathThere } = await reader.spaces.getPageInRevisionByPath(space.id, revision.id, 'welcome');
  expect(byPathThere).toEqual(inRevision);
  const { data: document } = await reader.spaces.getPageDocumentInRevisionById(
    space.id,
    revision.id,
    first.id,
  );
  const { documentId } = (await pageOf(reader, space.id)) as { documentId?: string };
  expect((await reader.spaces.getDocumentById(space.id, documentId!)).data).toEqual(document);

  const note = revision.reusableContents[0]!;
  expect((await reader.spaces.getReusableContentById(space.id, note.id)).data).toEqual(note);
  expect((await reader.spaces.getReusableContentInRevisionById(space.id, revision.id, note.id)).data).toEqual(
    note,
  );
  await reader.spaces.getReusableContentDocumentInRevisionById(space.id, revision.id, note.id);
  expect((await reader.spaces.listFiles(space.id)).data.count).toBe(0);
  expect((await reader.spaces.listFilesInRevisionById(space.id, revision.id)).data.count).toBe(0);
  expect((await errorOf(reader.spaces.getFileById(space.id, 'unknown'))).code).toBe(404);

  const { data: found } = await reader.spaces.searchSpaceContent(space.id, { query: 'turn' });
  expect(found.items).toMatchObject([{ title: 'Setup', sections: [{ title: 'Steps' }] }]);
  const { data: everywhere } = await reader.orgs.searchOrganizationContent(org.id, { query: 'hello' });
  expect(everywhere.items).toMatchObject([{ id: space.id, pages: [{ title: 'Welcome' }] }]);
};
