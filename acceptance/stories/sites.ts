import { expect } from 'vitest';
import { errorOf, type Scene } from '../client.ts';

/** A site is created from spaces and sections, published, read, rearranged and unpublished. */
export const aSiteIsCreatedPublishedAndUnpublished = async ({ server, clients }: Scene) => {
  const org = await server.organization('Sites');
  const [owner, reader] = [clients.as(org.create), clients.as(org.read)];
  const spaces: string[] = [];
  for (const title of ['Guide', 'Guide v1', 'API'])
    spaces.push((await owner.orgs.createSpace(org.id, { title })).data.id);
  const [guide, old, api] = spaces;

  const { data: site } = await owner.orgs.createSite(org.id, { title: 'Docs', spaces: [guide!, old!] });
  expect(site).toMatchObject({ published: false, siteSpaces: 2, basename: 'docs' });
  const { data: section } = await owner.orgs.addSectionToSite(org.id, site.id, { spaceId: api! });
  const { data: group } = await owner.orgs.addSectionGroupToSite(org.id, site.id, {
    title: 'Reference',
    sections: [section.id],
  });
  const { data: published } = await owner.orgs.publishSite(org.id, site.id);
  const root = (published as typeof site).urls.published!;
  expect(new URL(root).pathname).toBe('/docs/');

  const { data: whole } = await reader.orgs.getPublishedContentSite(org.id, site.id);
  expect(whole.structure).toMatchObject({
    type: 'sections',
    structure: [
      {
        title: 'Guide',
        default: true,
        urls: { published: root },
        siteSpaces: [
          { title: 'Guide', urls: { published: root } },
          { title: 'Guide v1', urls: { published: `${root}guide/guide-v1/` } },
        ],
      },
      { title: 'Reference', children: [{ title: 'API', urls: { published: `${root}api/` } }] },
    ],
  });
  const { data: shown } = await reader.spaces.getSpaceById(old!);
  expect([shown.visibility, shown.urls.published]).toEqual(['public', `${root}guide/guide-v1/`]);
  const found = await reader.orgs.listSites(org.id, { space: api!, published: true });
  expect(found.data.items.map(({ id }) => id)).toEqual([site.id]);

  expect((await errorOf(reader.orgs.updateSiteById(org.id, site.id, { title: 'Mine' }))).code).toBe(403);
  await owner.orgs.removeSectionFromGroup(org.id, site.id, group.id, section.id);
  await owner.orgs.deleteSiteSectionGroupById(org.id, site.id, group.id);
  await owner.orgs.updateSiteById(org.id, site.id, { defaultSiteSection: section.id });
  const { data: sections } = await reader.orgs.listSiteSections(org.id, site.id);
  expect(sections.items.map((item) => [item.title, item.urls.published])).toEqual([
    ['Guide', `${root}guide/`],
    ['API', root],
  ]);

  await owner.orgs.deleteSiteById(org.id, site.id);
  expect((await errorOf(reader.orgs.getSiteById(org.id, site.id))).code).toBe(404);
  expect((await reader.spaces.getSpaceById(old!)).data.visibility).toBe('private');
};
