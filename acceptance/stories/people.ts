import { expect } from 'vitest';
import { errorOf, MemberRole, type Scene } from '../client.ts';

/** A user reads and changes their profile. */
export const aUserReadsTheirProfile = async ({ server, clients }: Scene) => {
  const org = await server.organization('Library');
  const client = clients.as(org.edit);
  const { data: information } = await client.getApiInformation();
  expect(information.version).toMatch(/^\d+\.\d+\.\d+/);
  const { data: me } = await client.user.getAuthenticatedUser();
  expect(me).toMatchObject({ object: 'user', id: org.edit.id, email: org.edit.email });
  const { data: renamed } = await client.users.updateUserById(me.id, {
    displayName: 'Grace Hopper',
    photoURL: 'https://example.com/grace.png',
  });
  expect(renamed).toMatchObject({ displayName: 'Grace Hopper', photoURL: 'https://example.com/grace.png' });
  const { data: seen } = await clients.as(org.read).users.getUserById(me.id);
  expect(seen).toEqual(renamed);
  const stranger = clients.as(await server.person());
  expect(await errorOf(stranger.users.getUserById(me.id))).toEqual({
    code: 404,
    message: 'user not found',
  });
  expect((await errorOf(clients.as(org.admin).users.updateUserById(me.id, { displayName: 'X' }))).code).toBe(
    403,
  );
  expect((await errorOf(clients.as({ token: 'nonsense' }).user.getAuthenticatedUser())).code).toBe(401);
};

/** An administrator sets up an organization. */
export const anAdministratorSetsUpAnOrganization = async ({ server, clients }: Scene) => {
  const org = await server.organization('Before');
  const admin = clients.as(org.admin);
  const { data: mine } = await admin.orgs.listOrganizationsForAuthenticatedUser();
  expect(mine.items.map(({ id }) => id)).toEqual([org.id]);
  const hostname = `docs-${org.id.slice(-8).toLowerCase()}`;
  const { data: changed } = await admin.orgs.updateOrganizationById(org.id, {
    title: 'Acme Documentation',
    hostname,
    emailDomains: ['Acme.test'],
    defaultRole: MemberRole.Comment,
    logo: 'https://acme.test/logo.png',
    ai: false,
    mergeRules: { type: 'rules', rules: [{ rule: 'require_at_least_one_review' }] },
  });
  expect(changed).toMatchObject({
    title: 'Acme Documentation',
    hostname,
    emailDomains: ['acme.test'],
    defaultRole: 'comment',
    ai: false,
    urls: { logo: 'https://acme.test/logo.png' },
  });
  const { data: read } = await clients.as(org.read).orgs.getOrganizationById(org.id);
  expect(read).toEqual({ ...changed, permissions: { ...changed.permissions, ...read.permissions } });
  expect(read.permissions).toMatchObject({
    view: true,
    admin: false,
    listMembers: true,
    createContent: false,
  });
  const invalid = admin.orgs.updateOrganizationById(org.id, {
    defaultContent: { type: 'site', site: 'nowhere' },
  });
  expect((await errorOf(invalid)).code).toBe(400);

  const { data: none } = await admin.orgs.getOrganizationAgentInstructions(org.id);
  expect(none.instructions.nodes).toEqual([]);
  const instructions = {
    object: 'document' as const,
    data: { schemaVersion: 9 },
    nodes: [
      {
        object: 'block' as const,
        type: 'paragraph' as const,
        isVoid: false,
        data: {},
        nodes: [
          { object: 'text' as const, leaves: [{ object: 'leaf' as const, text: 'Be brief.', marks: [] }] },
        ],
      },
    ],
  };
  const { data: updated } = await admin.orgs.updateOrganizationAgentInstructions(org.id, {
    instructions: instructions as never,
  });
  expect(updated).toMatchObject({ instructions, updatedBy: org.admin.id });
  expect((await clients.as(org.edit).orgs.getOrganizationAgentInstructions(org.id)).data).toEqual(updated);
};

/** Users join an organization by the domain of their e-mail address. */
export const usersJoinByEmailDomain = async ({ server, clients }: Scene) => {
  const org = await server.organization('Company');
  const domain = `${org.id.toLowerCase()}.test`;
  await clients
    .as(org.admin)
    .orgs.updateOrganizationById(org.id, { emailDomains: [domain], defaultRole: MemberRole.Read });
  const employee = await server.person(`grace@${domain}`);
  const client = clients.as(employee);
  const { data: open } = await client.emailDomains.getOrganizationsForEmailDomain(domain);
  expect(open.organizations.map(({ id }) => id)).toEqual([org.id]);
  await client.orgs.joinOrganization(org.id);
  const { data: member } = await client.orgs.getMemberInOrganizationById(org.id, employee.id);
  expect(member).toMatchObject({ role: 'read', disabled: false, user: { email: employee.email } });
  const outsider = clients.as(await server.person());
  expect((await errorOf(outsider.orgs.joinOrganization(org.id))).code).toBe(400);
  expect((await errorOf(outsider.orgs.joinOrganization('nowhere'))).code).toBe(404);
  const unverified = clients.as(await server.person(`unproved@${domain}`, false));
  expect((await errorOf(unverified.orgs.joinOrganization(org.id))).code).toBe(400);
};

/** An administrator manages members. */
export const anAdministratorManagesMembers = async ({ server, clients }: Scene) => {
  const org = await server.organization('Members');
  const admin = clients.as(org.admin);
  const list = async (query: Parameters<typeof admin.orgs.listMembersInOrganizationById>[1]) =>
    (await admin.orgs.listMembersInOrganizationById(org.id, query)).data.items.map(({ id }) => id);
  expect((await list({})).length).toBe(7);
  expect(await list({ role: MemberRole.Edit })).toEqual([org.edit.id]);
  expect(await list({ role: 'guest' as never })).toEqual([org.guest.id]);
  expect(await list({ search: org.comment.email.toUpperCase().slice(0, 12) })).toEqual([org.comment.id]);
  expect((await list({ order: 'asc' as never }))[0]).toBe(org.admin.id);
  expect(await list({ sort: 'lastSeenAt' as never })).toEqual([]);
  await clients.as(org.review).orgs.updateOrganizationMemberLastSeenAt(org.id);
  expect(await list({ sort: 'lastSeenAt' as never })).toEqual([org.review.id]);

  const { data: promoted } = await admin.orgs.updateMemberInOrganizationById(org.id, org.read.id, {
    role: MemberRole.Create,
  });
  expect(promoted).toMatchObject({ id: org.read.id, role: 'create' });
  const { data: sso } = await admin.orgs.setUserAsSsoMemberForOrganization(org.id, org.read.id);
  expect(sso.sso).toBe(true);
  await admin.orgs.removeMemberFromOrganizationById(org.id, org.read.id);
  await admin.orgs.removeMemberFromOrganizationById(org.id, org.read.id);
  expect((await errorOf(admin.orgs.getMemberInOrganizationById(org.id, org.read.id))).code).toBe(404);
  const last = admin.orgs.updateMemberInOrganizationById(org.id, org.admin.id, { role: MemberRole.Read });
  expect((await errorOf(last)).code).toBe(409);
};

/** Users are invited by e-mail and by link. */
export const usersAreInvited = async ({ server, clients }: Scene) => {
  const org = await server.organization('Invitations');
  const admin = clients.as(org.admin);
  const known = await server.person();
  const { data: invited } = await admin.orgs.inviteUsersToOrganization(org.id, {
    emails: [known.email, { email: 'new.person@people.test', role: MemberRole.Edit }],
    role: MemberRole.Read,
  });
  expect(invited.invited).toBe(2);
  expect(invited.users).toContain(known.id);
  const { data: member } = await clients.as(known).orgs.getMemberInOrganizationById(org.id, known.id);
  expect(member.role).toBe('read');

  const { data: space } = await admin.orgs.createSpace(org.id, { title: 'Shared' });
  const { data: collection } = await admin.orgs.createCollection(org.id, { title: 'Shared too' });
  const { data: toOrganization } = await admin.orgs.createOrganizationInvite(org.id, {
    role: MemberRole.Comment,
  });
  const { data: toSpace } = await admin.orgs.createOrganizationInvite(org.id, {
    level: MemberRole.Read,
    space: space.id,
  });
  const { data: toCollection } = await admin.orgs.createOrganizationInvite(org.id, {
    level: MemberRole.Read,
    collection: collection.id,
  });
  expect([toOrganization.id, toSpace.id, toCollection.id].every(Boolean)).toBe(true);
  const { data: links } = await admin.orgs.listOrganizationInviteLinks(org.id);
  expect(links.items.map(({ id }) => id)).toContain(toOrganization.id);

  const outsider = await server.person();
  const client = clients.as(outsider);
  const { data: offered } = await client.orgs.getOrganizationInviteLink(org.id, toSpace.id);
  expect(offered).toMatchObject({
    object: 'invite',
    level: 'read',
    redundant: false,
    space: { id: space.id },
  });
  await client.orgs.joinOrganizationWithInvite(org.id, toSpace.id);
  expect((await client.spaces.getSpaceById(space.id)).data.permissions).toMatchObject({
    view: true,
    edit: false,
  });
  expect((await errorOf(client.collections.getCollectionById(collection.id))).code).toBe(404);
  expect((await client.orgs.getMemberInOrganizationById(org.id, outsider.id)).data.role).toBeNull();

  const { data: raised } = await admin.orgs.updateOrganizationInviteById(org.id, toOrganization.id, {
    role: MemberRole.Edit,
  });
  expect(raised).toMatchObject({ role: 'edit' });
  await client.orgs.joinOrganizationWithInvite(org.id, toOrganization.id);
  expect((await client.orgs.getMemberInOrganizationById(org.id, outsider.id)).data.role).toBe('edit');
  await admin.orgs.deleteOrganizationInviteById(org.id, toOrganization.id);
  await admin.orgs.deleteOrganizationInviteById(org.id, toOrganization.id);
  const late = clients.as(await server.person());
  expect((await errorOf(late.orgs.joinOrganizationWithInvite(org.id, toOrganization.id))).code).toBe(404);
};

/** A team is created, gets members, and is renamed and deleted. */
export const aTeamIsCreatedAndDeleted = async ({ server, clients }: Scene) => {
  const org = await server.organization('Teams');
  const admin = clients.as(org.admin);
  const { data: team } = await admin.orgs.createOrganizationTeam(org.id, {
    title: 'Writers',
    members: [org.edit.id],
  });
  expect(team).toMatchObject({ object: 'team', title: 'Writers', members: 1, spaces: 0 });
  await admin.orgs.updateMembersInOrganizationTeam(org.id, team.id, {
    add: [org.read.email, org.comment.id],
    remove: [org.comment.id],
    memberships: { [org.review.id]: { role: 'owner' as never } },
  });
  const owner = clients.as(org.review);
  await owner.orgs.addMemberToOrganizationTeamById(org.id, team.id, org.guest.id, {});
  await owner.orgs.deleteMemberFromOrganizationTeamById(org.id, team.id, org.edit.id);
  await owner.orgs.deleteMemberFromOrganizationTeamById(org.id, team.id, org.edit.id);
  const { data: members } = await owner.orgs.listTeamMembersInOrganizationById(org.id, team.id);
  expect(Object.fromEntries(members.items.map((item) => [item.organization.id, item.team.role]))).toEqual({
    [org.read.id]: 'member',
    [org.guest.id]: 'member',
    [org.review.id]: 'owner',
  });
  const { data: renamed } = await admin.orgs.updateTeamInOrganizationById(org.id, team.id, {
    title: 'Editors',
  });
  expect(renamed.title).toBe('Editors');
  const { data: found } = await admin.orgs.listTeamsInOrganizationById(org.id, { title: 'EDIT' });
  expect(found.items).toEqual([renamed]);
  const { data: owned } = await admin.orgs.listTeamsInOrganizationById(org.id, { owner: org.review.id });
  expect(owned.items.map(({ id }) => id)).toEqual([team.id]);
  const { data: ofMember } = await admin.orgs.listTeamsForOrganizationMember(org.id, org.review.id);
  expect(ofMember.items).toMatchObject([{ team: { id: team.id }, member: { role: 'owner' } }]);
  expect((await clients.as(org.guest).orgs.getTeamInOrganizationById(org.id, team.id)).data.members).toBe(3);
  await admin.orgs.removeTeamFromOrganizationById(org.id, team.id);
  await admin.orgs.removeTeamFromOrganizationById(org.id, team.id);
  expect((await errorOf(admin.orgs.getTeamInOrganizationById(org.id, team.id))).code).toBe(404);
};
