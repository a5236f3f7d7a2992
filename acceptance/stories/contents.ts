import { expect } from 'vitest';
import { createFixtures } from '../../packages/server/src/conformance/fixtures.ts';
import {
  type Client,
  errorOf,
  MemberRole,
  type Scene,
  SpaceEditMode,
  TranslationLanguage,
} from '../client.ts';

const titlesIn = async (client: Client, collectionId: string) =>
  (await client.collections.listSpacesInCollectionById(collectionId)).data.items.map(({ title }) => title);

/** Collections and spaces are created and moved. */
export const collectionsAndSpacesAreCreatedAndMoved = async ({ server, clients }: Scene) => {
  const org = await server.organization('Layout');
  const author = clients.as(org.create);
  const { data: guides } = await author.orgs.createCollection(org.id, { title: 'Guides' });
  const { data: inner } = await author.orgs.createCollection(org.id, { title: 'Inner', parent: guides.id });
  expect(inner).toMatchObject({ object: 'collection', parent: guides.id, organization: org.id });
  const { data: roots } = await author.orgs.listCollectionsInOrganizationById(org.id, { nested: false });
  expect(roots.items.map(({ id }) => id)).toEqual([guides.id]);
  expect((await author.orgs.listCollectionsInOrganizationById(org.id)).data.count).toBe(2);

  const spaces = [];
  for (const title of ['One', 'Two', 'Three'])
    spaces.push((await author.orgs.createSpace(org.id, { title, parent: guides.id })).data);
  const [one, two, three] = spaces as [
    (typeof spaces)[number],
    (typeof spaces)[number],
    (typeof spaces)[number],
  ];
  expect(one).toMatchObject({
    object: 'space',
    visibility: 'in-collection',
    editMode: 'locked',
    comments: 0,
  });
  expect(await titlesIn(author, guides.id)).toEqual(['One', 'Two', 'Three']);
  await author.spaces.moveSpace(three.id, { position: { before: { type: 'space', space: one.id } } });
  expect(await titlesIn(author, guides.id)).toEqual(['Three', 'One', 'Two']);
  await author.spaces.moveSpace(two.id, { position: { after: { type: 'space', space: three.id } } });
  expect(await titlesIn(author, guides.id)).toEqual(['Three', 'Two', 'One']);
  const { data: moved } = await author.spaces.moveSpace(one.id, { parent: null });
  expect(moved.parent).toBeUndefined();
  expect((await author.collections.moveCollection(inner.id, { parent: null })).data.parent).toBeUndefined();
  const intoItself = author.collections.moveCollection(guides.id, { parent: guides.id });
  expect((await errorOf(intoItself)).code).toBe(400);

  const { data: described } = await author.collections.updateCollectionById(guides.id, {
    title: 'Guides for people',
    description: 'How things are done',
    defaultLevel: MemberRole.Read,
  });
  expect(described).toMatchObject({ description: 'How things are done', defaultLevel: 'read' });
  expect((await author.collections.getCollectionById(guides.id)).data).toEqual(described);
  const { data: changed } = await author.spaces.updateSpaceById(one.id, {
    title: 'First',
    emoji: '1f4d8',
    editMode: SpaceEditMode.Live,
    language: TranslationLanguage.Fr,
    mergeRules: { type: 'none' },
  });
  expect(changed).toMatchObject({
    title: 'First',
    editMode: 'live',
    language: 'fr',
    mergeRules: { type: 'none' },
  });
  expect((await author.spaces.getSpaceById(one.id)).data).toEqual(changed);
  const { data: listed } = await author.orgs.listSpacesInOrganizationById(org.id);
  expect(listed.items.map(({ id }) => id)).toEqual([one.id, two.id, three.id]);
  const { data: ofMember } = await author.orgs.listSpacesForOrganizationMember(org.id, org.edit.id);
  expect(Object.fromEntries(ofMember.items.map((item) => [item.space.id, item.permission]))).toEqual({
    [one.id]: 'edit',
    [two.id]: 'read',
    [three.id]: 'read',
  });
  await author.collections.deleteCollectionById(guides.id);
  await author.collections.deleteCollectionById(guides.id);
  expect((await errorOf(author.collections.getCollectionById(guides.id))).code).toBe(404);
  expect((await errorOf(author.spaces.getSpaceById(two.id))).code).toBe(404);
};

/** A space is duplicated, deleted and restored. */
export const aSpaceIsDeletedAndRestored = async ({ server, clients }: Scene) => {
  const org = await server.organization('Trash');
  const author = clients.as(org.create);
  const { data: space } = await author.orgs.createSpace(org.id, { title: 'Handbook', emoji: '📘' });
  const { data: copy } = await author.spaces.duplicateSpace(space.id);
  expect(copy).toMatchObject({ emoji: space.emoji, organization: org.id });
  expect(copy.id).not.toBe(space.id);
  await author.spaces.deleteSpaceById(space.id);
  await author.spaces.deleteSpaceById(space.id);
  expect((await errorOf(author.spaces.getSpaceById(space.id))).code).toBe(404);
  const remaining = await author.orgs.listSpacesInOrganizationById(org.id);
  expect(remaining.data.items.map(({ id }) => id)).toEqual([copy.id]);
  const { data: restored } = await author.spaces.restoreSpace(space.id);
  expect(restored).toMatchObject({ id: space.id, title: 'Handbook' });
  expect(restored.deletedAt).toBeUndefined();
  expect((await author.spaces.getSpaceById(space.id)).data).toEqual(restored);
};

/** Content is transferred to another organization. */
export const contentIsTransferredToAnotherOrganization = async ({ server, clients }: Scene) => {
  const [from, to] = [await server.organization('From'), await server.organization('To')];
  const admin = clients.as(from.admin);
  // The user needs permission to create content in the target organization.
  const { data: link } = await clients
    .as(to.admin)
    .orgs.createOrganizationInvite(to.id, { role: MemberRole.Create });
  const { data: collection } = await admin.orgs.createCollection(from.id, { title: 'Manuals' });
  const { data: inside } = await admin.orgs.createSpace(from.id, { title: 'Inside', parent: collection.id });
  const { data: alone } = await admin.orgs.createSpace(from.id, { title: 'Alone' });
  expect((await errorOf(admin.spaces.transferSpace(alone.id, { organization: to.id }))).code).toBe(404);
  await admin.orgs.joinOrganizationWithInvite(to.id, link.id);
  const { data: space } = await admin.spaces.transferSpace(alone.id, { organization: to.id });
  expect(space).toMatchObject({ id: alone.id, organization: to.id });
  const { data: moved } = await admin.collections.transferCollection(collection.id, { organization: to.id });
  expect(moved).toMatchObject({ id: collection.id, organization: to.id });
  const receiver = clients.as(to.read);
  expect((await receiver.spaces.getSpaceById(inside.id)).data).toMatchObject({
    organization: to.id,
    parent: collection.id,
  });
  expect((await errorOf(clients.as(from.read).spaces.getSpaceById(inside.id))).code).toBe(404);
  expect((await admin.orgs.listSpacesInOrganizationById(from.id)).data.count).toBe(0);
};

/** Access is granted to users and teams, and revoked. */
export const accessIsGrantedAndRevoked = async ({ server, clients }: Scene) => {
  const org = await server.organization('Access');
  const admin = clients.as(org.admin);
  const guest = clients.as(org.guest);
  const { data: collection } = await admin.orgs.createCollection(org.id, { title: 'Plans' });
  const { data: space } = await admin.orgs.createSpace(org.id, { title: 'Secret', parent: collection.id });
  const { data: team } = await admin.orgs.createOrganizationTeam(org.id, {
    title: 'Planners',
    members: [org.comment.id],
  });
  await admin.spaces.updateSpaceById(space.id, { defaultLevel: null });
  expect((await errorOf(clients.as(org.edit).spaces.getSpaceById(space.id))).code).toBe(404);

  await admin.spaces.inviteToSpace(space.id, { role: MemberRole.Comment, users: [org.guest.id] });
  await admin.spaces.inviteToSpace(space.id, { role: MemberRole.Edit, teams: [team.id] });
  await admin.spaces.updateUserPermissionInSpace(space.id, org.read.id, { role: MemberRole.Review });
  await admin.spaces.updateTeamPermissionInSpace(space.id, team.id, { role: MemberRole.Read });
  const { data: users } = await admin.spaces.listUserPermissionsInSpace(space.id);
  expect(Object.fromEntries(users.items.map(({ user, permission }) => [user.id, permission]))).toEqual({
    [org.guest.id]: 'comment',
    [org.read.id]: 'review',
  });
  const { data: teams } = await admin.spaces.listTeamPermissionsInSpace(space.id);
  expect(teams.items).toMatchObject([{ permission: 'read', team: { id: team.id, spaces: 1 } }]);
  const { data: everybody } = await admin.spaces.listPermissionsAggregateInSpace(space.id);
  expect(Object.fromEntries(everybody.items.map(({ user, permission }) => [user.id, permission]))).toEqual({
    [org.admin.id]: 'admin',
    [org.comment.id]: 'read',
    [org.guest.id]: 'comment',
    [org.read.id]: 'review',
  });
  const { data: reviewers } = await admin.spaces.listPermissionsAggregateInSpace(space.id, {
    role: MemberRole.Review,
  });
  expect(reviewers.items.map(({ user }) => user.id)).toEqual([org.read.id]);
  await admin.spaces.removeUserFromSpace(space.id, org.guest.id);
  await admin.spaces.removeTeamFromSpace(space.id, team.id);
  expect((await errorOf(guest.spaces.getSpaceById(space.id))).code).toBe(404);
  expect((await errorOf(clients.as(org.comment).spaces.getSpaceById(space.id))).code).toBe(404);

  await admin.collections.inviteToCollection(collection.id, { role: MemberRole.Read, users: [org.guest.id] });
  await admin.collections.inviteToCollection(collection.id, { role: MemberRole.Read, teams: [team.id] });
  await admin.collections.updateUserPermissionInCollection(collection.id, org.guest.id, {
    role: MemberRole.Edit,
  });
  await admin.collections.updateTeamPermissionInCollection(collection.id, team.id, {
    role: MemberRole.Create,
  });
  const { data: inUsers } = await admin.collections.listUserPermissionsInCollection(collection.id);
  expect(inUsers.items).toMatchObject([{ permission: 'edit', user: { id: org.guest.id } }]);
  const { data: inTeams } = await admin.collections.listTeamPermissionsInCollection(collection.id);
  expect(inTeams.items).toMatchObject([{ permission: 'create', team: { id: team.id } }]);
  const { data: all } = await admin.collections.listPermissionsAggregateInCollection(collection.id);
  expect(all.count).toBe(7);
  await admin.spaces.updateSpaceById(space.id, { defaultLevel: 'inherit' });
  expect((await guest.spaces.getSpaceById(space.id)).data.permissions).toMatchObject({
    edit: true,
    admin: false,
  });
  await admin.collections.removeUserFromCollection(collection.id, org.guest.id);
  await admin.collections.removeTeamFromCollection(collection.id, team.id);
  expect((await errorOf(guest.spaces.getSpaceById(space.id))).code).toBe(404);

  const { siteId } = await createFixtures(server, { organization: org, caller: org.admin }, ['siteId']);
  const { data: onSite } = await admin.orgs.listPermissionsAggregateInSite(org.id, siteId);
  expect(onSite.count).toBe(7);
};

interface Page {
  readonly next?: { readonly page: string };
  readonly count?: number;
  readonly items: readonly unknown[];
}

/** Reads all pages of a list. */
const walk = async <Item>(
  fetchPage: (query: { limit: number; page?: string }) => Promise<{ data: Page & { items: Item[] } }>,
  limit: number,
): Promise<{ items: Item[]; pages: number; counts: Set<number | undefined> }> => {
  const items: Item[] = [];
  const counts = new Set<number | undefined>();
  let page: string | undefined;
  let pages = 0;
  do {
    const { data } = await fetchPage({ limit, ...(page !== undefined && { page }) });
    items.push(...data.items);
    counts.add(data.count);
    pages++;
    page = data.next?.page;
  } while (page !== undefined);
  return { items, pages, counts };
};

/** Long lists are paginated. */
export const listsArePaginated = async ({ server, clients }: Scene) => {
  const org = await server.organization('Lists');
  const admin = clients.as(org.admin);
  const { data: collection } = await admin.orgs.createCollection(org.id, { title: 'Many' });
  const created: string[] = [];
  for (let i = 0; i < 11; i++)
    created.push(
      (await admin.orgs.createSpace(org.id, { title: `Space ${i}`, parent: collection.id })).data.id,
    );
  const spaces = await walk((query) => admin.orgs.listSpacesInOrganizationById(org.id, query), 3);
  expect(spaces).toMatchObject({ pages: 4, counts: new Set([11]) });
  expect(spaces.items.map(({ id }) => id)).toEqual(created);
  const inside = await walk((query) => admin.collections.listSpacesInCollectionById(collection.id, query), 5);
  expect(inside.items.map(({ id }) => id)).toEqual(created);
  const members = await walk((query) => admin.orgs.listMembersInOrganizationById(org.id, query), 2);
  expect(members).toMatchObject({ pages: 4, counts: new Set([7]) });
  expect(new Set(members.items.map(({ id }) => id)).size).toBe(7);
  const whole = await walk((query) => admin.orgs.listMembersInOrganizationById(org.id, query), 7);
  expect(whole.pages).toBe(1);
  const exact = await walk((query) => admin.orgs.listOrganizationsForAuthenticatedUser(query), 1);
  expect(exact.items.map(({ id }) => id)).toEqual([org.id]);
};
