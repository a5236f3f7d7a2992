import { expect } from 'vitest';
import { createLiveSpace } from '../../packages/server/src/testing/content-factory.ts';
import { bundleIntegration } from '../../packages/server/src/testing/integration-scripts.ts';
import {
  install,
  newName,
  publish,
  serviceAccountsOf,
} from '../../packages/server/src/testing/published-integrations.ts';
import { errorOf, type Scene } from '../client.ts';

/** An integration is published, installed, configured, used with a token, and uninstalled. */
export const anIntegrationIsPublishedInstalledAndUsed = async ({ server, clients }: Scene) => {
  const author = await server.organization('Robots');
  const { integrations: publishing } = clients.as(author.admin);
  const name = newName();
  const manifest = {
    runtime: 'v2' as never,
    title: 'Changelog',
    description: 'Writes down what changed',
    visibility: 'public' as never,
    scopes: ['space:content:read', 'space:content:write', 'space:metadata:read'] as never[],
    categories: ['content'] as never[],
    blocks: [{ id: 'entry', title: 'Entry' }],
    configurations: {
      account: { properties: { key: { type: 'string' as never } }, required: ['key'] },
    },
    script: 'export default { fetch: () => new Response("OK") }',
    organization: author.id,
    secrets: { CLIENT_SECRET: 'correct horse' },
  };
  const { data: first } = await publishing.publishIntegration(name, manifest);
  expect([first.version, first.urls.app]).toEqual([1, expect.stringContaining(name)]);
  const { data: second } = await publishing.publishIntegration(name, manifest);
  expect(second.version).toBe(2);

  const org = await server.organization('Users');
  const { integrations, orgs, spaces } = clients.as(org.admin);
  const space = await createLiveSpace(org, { title: 'Handbook' });
  const site = await org.site();
  const { data: found } = await integrations.listIntegrations({ search: name, category: 'content' as never });
  expect(found.items.map((one) => one.name)).toEqual([name]);
  expect((await integrations.getIntegrationByName(name)).data.owner.title).toBe('Robots');
  const { data: installation } = await integrations.installIntegration(name, { organization: org.id });
  expect(installation.status).toBe('pending');
  const again = integrations.installIntegration(name, { organization: org.id });
  expect((await errorOf(again)).code).toBe(409);
  const wrong = integrations.updateIntegrationInstallation(name, installation.id, {
    configuration: { key: 1 },
  });
  expect((await errorOf(wrong)).code).toBe(400);
  const { data: configured } = await integrations.updateIntegrationInstallation(name, installation.id, {
    configuration: { key: 'k' },
    externalIds: ['workspace-1'],
  });
  expect(configured.status).toBe('active');
  await integrations.installIntegrationOnSpace(name, installation.id, { space });
  await integrations.installIntegrationOnSite(name, installation.id, { siteId: site });
  expect((await orgs.listOrganizationInstallations(org.id)).data.items[0]?.integration.name).toBe(name);
  expect((await orgs.listOrganizationIntegrationsStatus(org.id)).data.items[0]?.status).toBe('active');
  expect((await orgs.getOrganizationIntegrationStatus(org.id, name)).data.status).toBe('active');
  expect((await orgs.listSiteIntegrations(org.id, site)).data.items).toHaveLength(1);
  expect((await spaces.listSpaceIntegrations(space)).data.items).toHaveLength(1);
  expect((await spaces.listSpaceIntegrationsBlocks(space)).data).toMatchObject([{ name }]);

  // External servers of integrations use tokens.
  const { tokens } = await serviceAccountsOf(server, name, installation.id);
  const robot = clients.as({ token: tokens.integration });
  const { data: mine } = await robot.integrations.listIntegrationInstallations(name, {
    externalId: 'workspace-1',
  });
  expect(mine.items).toMatchObject([{ id: installation.id, configuration: { key: 'k' } }]);
  const { data: covered } = await robot.integrations.listIntegrationSpaceInstallations(name, {
    extended: true,
  });
  expect(covered.items).toMatchObject([{ space: { title: 'Handbook' } }]);
  expect((await robot.integrations.listIntegrationSiteInstallations(name)).data.items).toHaveLength(1);
  const { data: temporary } = await robot.integrations.createIntegrationInstallationToken(
    name,
    installation.id,
  );
  const worker = clients.as(temporary);
  expect((await worker.spaces.getSpaceById(space)).data.title).toBe('Handbook');
  const { data: request } = await worker.spaces.createChangeRequest(space, { subject: 'What changed' });
  expect(request.createdBy.displayName).toBe('Changelog');
  await worker.integrations.updateIntegrationSpaceInstallation(name, installation.id, space, {
    configuration: { last: request.id },
  });
  const { data: updated } = await integrations.getIntegrationSpaceInstallation(name, installation.id, space);
  expect(updated.configuration).toEqual({ last: request.id });
  expect((await errorOf(worker.orgs.listMembersInOrganizationById(org.id))).code).toBe(403);
  expect((await errorOf(worker.spaces.getSpaceById(await org.space()))).code).toBe(404);

  await integrations.uninstallIntegrationFromSite(name, installation.id, site);
  await integrations.uninstallIntegration(name, installation.id);
  await server.app.kernel.catchUpNotifications();
  expect((await errorOf(worker.spaces.getSpaceById(space))).code).toBe(401);
  await publishing.unpublishIntegration(name);
  expect((await errorOf(integrations.getIntegrationByName(name))).code).toBe(404);
};

/** The pages of an integration source and one of their documents are previewed. */
export const contentOfAnIntegrationIsPreviewed = async ({ server, clients }: Scene) => {
  const org = await server.organization('Readers');
  const name = await publish(org, {
    script: await bundleIntegration('library'),
    contentSources: [{ id: 'books', title: 'Books', configuration: { componentId: 'settings' } }],
  });
  const { id } = await install(org, name);
  const space = await org.space('Handbook');
  const { integrations } = clients.as(org.admin);
  await integrations.installIntegrationOnSpace(name, id, { space });
  await integrations.updateIntegrationSpaceInstallation(name, id, space, { configuration: { count: 2 } });

  const { spaces } = clients.as(org.read);
  const source = { type: `integration:${name}:books` as const, props: { shelf: 'A' } };
  const { data } = await spaces.getComputedRevision(space, { source, seed: 'first' });
  const [shelf] = data.pages;
  if (shelf?.type !== 'group') throw new Error('There is no shelf');
  expect(shelf.pages.map(({ title }) => title)).toEqual(['Book 1', 'Book 2']);
  const book = shelf.pages[1]!;
  if (book.type !== 'document' || !('computed' in book)) throw new Error('There is no book');
  const { data: document } = await spaces.getComputedDocument(space, {
    source: book.computed,
    seed: book.computedSeed,
  });
  expect(JSON.stringify(document)).toContain('Book 2 of A has chapters');
  const films = { ...source, type: `integration:${name}:films` as const };
  expect(await errorOf(spaces.getComputedRevision(space, { source: films, seed: '' }))).toEqual({
    code: 404,
    message: `The integration ${name} has no content source films`,
  });
};
