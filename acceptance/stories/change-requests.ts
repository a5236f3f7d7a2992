import { expect } from 'vitest';
import { ChangeRequestStatus, type Client, errorOf, type Scene } from '../client.ts';

const titlesIn = async (client: Client, spaceId: string) =>
  (await client.spaces.listPages(spaceId)).data.pages.map(({ title }) => title);

/** A change request is opened, edited, reviewed and merged. */
export const aChangeRequestIsReviewedAndMerged = async ({ server, clients }: Scene) => {
  const org = await server.organization('Changes');
  const [author, reviewer, reader] = [clients.as(org.edit), clients.as(org.review), clients.as(org.read)];
  const { data: space } = await clients.as(org.admin).orgs.createSpace(org.id, { title: 'Handbook' });
  const { data: request } = await author.spaces.createChangeRequest(space.id, { subject: 'Say more' });
  expect(request).toMatchObject({ object: 'change-request', number: 1, status: 'draft', outdated: false });

  // This version of the client cannot edit content.
  const at = `/spaces/${space.id}/change-requests/${request.id}`;
  const edited = await org.edit.call('POST', `${at}/content`, {
    changes: [{ operation: 'insert_page', title: 'More', document: { markdown: 'There is more to say.' } }],
  });
  expect(edited.status).toBe(200);
  const { data: pages } = await reader.spaces.listPagesInChangeRequest(space.id, request.id);
  expect(pages.pages.map(({ title }) => title)).toEqual(['Untitled', 'More']);
  const { data: changes } = await reader.spaces.getChangeRequestChanges(space.id, request.id);
  expect(changes.changes).toMatchObject([{ type: 'page_created', page: { title: 'More' } }]);
  expect(await titlesIn(reader, space.id)).toEqual(['Untitled']);

  await author.spaces.requestReviewersForChangeRequest(space.id, request.id, { users: [org.review.id] });
  const { data: open } = await reviewer.spaces.listChangeRequestsForSpace(space.id);
  expect(open.items).toMatchObject([{ id: request.id, status: 'open' }]);
  const refused = author.spaces.mergeChangeRequest(space.id, request.id);
  expect((await errorOf(refused)).code).toBe(403);
  const reviewed = await org.review.call('POST', `${at}/reviews`, { status: 'approved' });
  expect(reviewed.status).toBe(201);
  const { data: merged } = await reviewer.spaces.mergeChangeRequest(space.id, request.id);
  expect(merged.result).toBe('merge');
  expect(await titlesIn(reader, space.id)).toEqual(['Untitled', 'More']);
  const { data: after } = await reader.spaces.getChangeRequestById(space.id, request.id);
  expect(after).toMatchObject({ status: 'merged', revisionMerged: merged.revision });
};

/** A space is created from a template, and a change request lists the links that it breaks. */
export const aSpaceIsCreatedFromATemplateAndItsLinksAreChecked = async ({ server, clients }: Scene) => {
  const org = await server.organization('Templates');
  const [admin, author, reader] = [clients.as(org.admin), clients.as(org.edit), clients.as(org.read)];
  const { data: space } = await admin.orgs.createSpace(org.id, {
    title: 'Handbook',
    template: { id: 'knowledge-base' },
  });
  expect(await titlesIn(reader, space.id)).toContain('How we work');

  // The space is locked, so the template is inserted in a change request.
  await author.spaces.applyTemplateToSpace(space.id, { id: 'blank' });
  const { data: list } = await reader.orgs.listChangeRequestsForOrganization(org.id, {
    status: ChangeRequestStatus.Draft,
  });
  const request = list.items[0]!;
  const home = (await reader.spaces.getPageByPath(space.id, 'home')).data;
  const edited = await org.edit.call('POST', `/spaces/${space.id}/change-requests/${request.id}/content`, {
    changes: [
      {
        operation: 'insert_page',
        title: 'More',
        document: { markdown: `[home](/pages/${home.id}) [part](/pages/${home.id}#nowhere)` },
      },
    ],
  });
  expect(edited.status).toBe(200);
  const { data: links } = await reader.spaces.listChangeRequestLinks(space.id, request.id, {
    brokenContext: 'change-request',
  });
  expect(links.stats).toEqual({ total: 2, broken: { total: 1, changeRequest: 1 } });
  expect(links.items).toMatchObject([{ status: 'broken', targetReference: { page: { id: home.id } } }]);
  expect((await reader.spaces.listSpaceLinks(space.id)).data.stats.total).toBe(0);

  const url = 'https://www.youtube.com/watch?v=dQw4w9WgXcQ';
  const { data: embed } = await reader.spaces.getEmbedByUrlInSpace(space.id, { url });
  expect(embed).toMatchObject({ type: 'rich', site: 'YouTube' });
  expect((await reader.urls.getEmbedByUrl({ url })).data).toEqual(embed);
};
