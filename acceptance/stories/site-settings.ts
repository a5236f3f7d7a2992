import { expect } from 'vitest';
import { createLiveSpace } from '../../packages/server/src/testing/content-factory.ts';
import { errorOf, type Scene } from '../client.ts';

const aSite = async ({ server, clients }: Scene) => {
  const org = await server.organization('Publisher');
  const site = await org.site();
  const owner = clients.as(org.create);
  const space = await createLiveSpace(org);
  await org.admin.call('POST', `/spaces/${space}/content`, {
    changes: [{ operation: 'insert_page', title: 'Mangoes', document: { markdown: 'Sweet.' } }],
  });
  const { data: shown } = await clients.as(org.admin).orgs.addSpaceToSite(org.id, site, { spaceId: space });
  return { org, site, owner: owner.orgs, reader: clients.as(org.read).orgs, siteSpace: shown.id, space };
};

/** A site is customized, and one of its spaces overrides the settings. */
export const aSiteIsCustomized = async (scene: Scene) => {
  const { org, site, siteSpace, owner, reader } = await aSite(scene);
  const { data: looks } = await reader.getSiteCustomizationById(org.id, site);
  await owner.updateSiteCustomizationById(org.id, site, { ...looks, title: 'Fruit' });
  await owner.overrideSiteSpaceCustomizationById(org.id, site, siteSpace, { title: 'Mangoes' });
  const own = async () => (await reader.getSiteSpaceCustomizationById(org.id, site, siteSpace)).data;
  expect(await own()).toMatchObject({ title: 'Mangoes', styling: looks.styling, hasOverrides: true });
  await owner.deleteSiteSpaceCustomizationById(org.id, site, siteSpace);
  expect(await own()).toMatchObject({ title: 'Fruit', hasOverrides: false });
};

/** Old URLs of a site redirect, and its content is found by search. */
export const oldUrlsRedirect = async (scene: Scene) => {
  const { org, site, siteSpace, space, owner, reader } = await aSite(scene);
  const { data: found } = await reader.searchSiteContent(org.id, site, { query: 'sweet', mode: 'all' });
  expect(found.items).toMatchObject([{ id: space, pages: [{ title: 'Mangoes', path: 'mangoes' }] }]);
  const pageId = found.items[0]!.pages[0]!.id;
  const destination = { kind: 'site-page' as const, siteSpaceId: siteSpace, pageId };
  const { data: redirect } = await owner.createSiteRedirect(org.id, site, {
    source: '/papayas',
    destination,
  });
  await owner.updateSiteRedirectById(org.id, site, redirect.id, { source: '/apples' });
  const { data: led } = await reader.getSiteRedirectBySource(org.id, site, { source: '/Apples' });
  expect(led.target).toMatch(/\/mangoes$/);
  expect((await reader.listSiteRedirects(org.id, site, { search: 'app' })).data.count).toBe(1);
  await owner.deleteSiteRedirectById(org.id, site, redirect.id);
  const gone = reader.getSiteRedirectBySource(org.id, site, { source: '/apples' });
  expect((await errorOf(gone)).code).toBe(404);
};

/** The claims and the authentication of visitors are configured. */
export const visitorsAuthenticate = async (scene: Scene) => {
  const { org, site, owner, reader } = await aSite(scene);
  const isBeta = { type: 'boolean' as const, description: 'Beta' };
  const jsonSchema = {
    type: 'object' as const,
    properties: { isBeta },
    additionalProperties: false as const,
  };
  await owner.updateSiteAdaptiveSchema(org.id, site, { jsonSchema: jsonSchema as never });
  expect((await reader.getSiteAdaptiveSchema(org.id, site)).data.jsonSchema).toEqual(jsonSchema);
  const { data: conditions } = await reader.listSiteAdaptiveTemplateConditions(org.id, site);
  expect(conditions.items[0]!.condition).toBe('visitor.claims.isBeta === true');

  await owner.publishSite(org.id, site);
  const { data: link } = await owner.createSiteShareLink(org.id, site, { name: 'Press' });
  expect(link.urls.published).toMatch(/\/[0-9a-f]{40}\/$/);
  await owner.updateSiteShareLinkById(org.id, site, link.id, { active: false });
  expect((await owner.listSiteShareLinks(org.id, site)).data.items).toMatchObject([{ active: false }]);
  await owner.deleteSiteShareLinkById(org.id, site, link.id);

  const fallbackURL = 'https://acme.test/login';
  await owner.updateSitePublishingAuthById(org.id, site, { backend: 'custom' as never, fallbackURL });
  const { data: before } = await owner.getSitePublishingAuthById(org.id, site);
  const { data: after } = await owner.regenerateSitePublishingAuthById(org.id, site);
  expect(after).toMatchObject({ backend: 'custom', fallbackURL });
  expect(after.privateKey).not.toBe(before.privateKey);
  const { data: preview } = await reader.getSitePublishingPreviewById(org.id, site, {
    claims: '(isBeta:!t)',
  });
  expect(preview.url).toContain('?token=');
};
