import { createHmac } from 'node:crypto';
import { expect } from 'vitest';
import { createLiveSpace } from '../../packages/server/src/testing/content-factory.ts';
import type { TestOrganization } from '../../packages/server/src/testing/server.ts';
import { publishSite } from '../../packages/server/src/testing/sites.ts';
import { type Client, errorOf, type Scene } from '../client.ts';

type Resolved = Extract<
  Awaited<ReturnType<Client['urls']['resolvePublishedContentByUrl']>>['data'],
  { apiToken: string }
>;
type Visitor = Parameters<Client['urls']['resolvePublishedContentByUrl']>[0]['visitor'];

interface Page {
  readonly id: string;
  readonly type: string;
  readonly path: string;
  readonly pages?: readonly Page[];
}

const MAX_SEGMENTS = 4;

// The prefixes of a URL that may be the root of a site, shortest first.
const prefixesOf = (address: string): { url: string; rest: string[] }[] => {
  const { origin, pathname, search } = new URL(address);
  const segments = pathname.split('/').filter(Boolean);
  const depths = Array.from({ length: Math.min(segments.length, MAX_SEGMENTS) + 1 }, (_, depth) => depth);
  return depths.map((depth) => ({
    url: `${origin}/${segments.slice(0, depth).join('/')}${depth === segments.length ? search : ''}`,
    rest: segments.slice(depth),
  }));
};

const flat = (pages: readonly Page[]): Page[] => pages.flatMap((page) => [page, ...flat(page.pages ?? [])]);

/** Resolves all prefixes of a URL; returns the first complete response, or else the last. */
const resolveUrl = async ({ clients }: Scene, address: string, visitor: Visitor) => {
  const responses = await Promise.all(
    prefixesOf(address).map(async ({ url, rest }) => {
      const call = clients.anonymous.urls.resolvePublishedContentByUrl({
        url,
        visitor,
        redirectOnError: true,
      });
      const data = await call.then((response) => response.data).catch(() => undefined);
      return data && { data, rest };
    }),
  );
  const isComplete = (response: (typeof responses)[number]) =>
    response && 'complete' in response.data && response.data.complete;
  return responses.find(isComplete) ?? responses.at(-1);
};

/** The calls of a renderer for a page that is not cached, in sequence. */
const renderCold = async (scene: Scene, address: string, visitor: Visitor = {}) => {
  const { server, clients } = scene;
  const chosen = await resolveUrl(scene, address, visitor);
  if (!chosen) return undefined;
  if ('redirect' in chosen.data) return { redirect: chosen.data.redirect, target: chosen.data.target };
  const resolved: Resolved = chosen.data;
  const path = [resolved.pathname.replace(/^\//, ''), ...chosen.rest]
    .filter(Boolean)
    .map(decodeURIComponent)
    .join('/');

  const { organization, site, space: spaceId, shareKey } = resolved;
  const { orgs, spaces, users } = clients.as({ token: resolved.apiToken });
  const [{ data: published }, { data: space }] = await Promise.all([
    orgs.getPublishedContentSite(organization, site, { shareKey }),
    spaces.getSpaceById(spaceId, { shareKey }),
  ]);
  const { data: revision } = await spaces.getRevisionById(spaceId, space.revision, { metadata: true });
  const pages = flat(revision.pages as unknown as Page[]);
  const page =
    path === '' ? pages.find(({ type }) => type === 'document') : pages.find((one) => one.path === path);
  const orNothing = <T>(call: Promise<{ data: T }>) => call.then(({ data }) => data).catch(() => undefined);
  const elsewhere = page
    ? undefined
    : {
        redirect: await orNothing(
          orgs.getSiteRedirectBySource(organization, site, { source: `/${path}`, shareKey }),
        ),
        moved: await orNothing(spaces.getPageInRevisionByPath(spaceId, revision.id, path)),
      };
  const from = `/spaces/${spaceId}/revisions/${revision.id}`;
  const evaluation = { evaluated: 'deterministic-only', dereferenced: 'reusable-contents' } as const;
  const body = page && {
    // This version of the client does not have the operation.
    metaLinks: (await server.withToken(resolved.apiToken)('GET', `${from}/page/${page.id}/meta-links`)).body,
    document: JSON.stringify(
      (await spaces.getPageDocumentInRevisionById(spaceId, revision.id, page.id, evaluation)).data,
    ),
    markdown: (
      (await spaces.getPageInRevisionById(spaceId, revision.id, page.id, { format: 'markdown' })).data as {
        markdown?: string;
      }
    ).markdown,
  };
  const search = async (query: string) => {
    const { data } = await orgs.searchSiteContent(organization, site, { query, mode: 'all' });
    return data.items.flatMap((found) => found.pages.map(({ title }) => title)).sort();
  };
  return { resolved, published, space, revision, pages, page, elsewhere, body, search, users, orgs, spaces };
};

// A visitor token, as the owner of a site signs it.
const signed = (claims: object, key: string): string => {
  const parts = [{ alg: 'HS256', typ: 'JWT' }, claims];
  const text = parts.map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.');
  return `${text}.${createHmac('sha256', key).update(text).digest('base64url')}`;
};

const write = async (org: TestOrganization, space: string, pages: Record<string, string>, more = {}) => {
  const changes = Object.entries(pages).map(([title, markdown]) => ({
    operation: 'insert_page',
    title,
    document: { markdown },
    ...more,
  }));
  const { status } = await org.admin.call('POST', `/spaces/${space}/content`, { changes });
  expect(status).toBe(200);
};

const rendered = async (...args: Parameters<typeof renderCold>) => {
  const result = await renderCold(...args);
  if (!result || 'redirect' in result) throw new Error(`${args[1]}: not rendered`);
  return result;
};

/** A renderer shows every page of a public site with sections and variants. */
export const aRendererShowsEveryPageOfAPublicSite = async (scene: Scene) => {
  const { server } = scene;
  const org = await server.organization('Public');
  const [guide, old, api] = [
    await createLiveSpace(org),
    await createLiveSpace(org),
    await createLiveSpace(org),
  ];
  await write(org, guide, { Welcome: 'Hello', Install: 'Run **it**' });
  await write(org, old, { Before: 'Hello', Api: 'Not the section' });
  await write(org, api, { Calls: 'Requests', Guide: 'Not the section either' });
  const site = await publishSite(server, org, [
    { space: guide, path: 'latest', section: 'Guide' },
    { space: old, path: 'v1', section: 'Guide' },
    { space: api, path: 'main', section: 'Api' },
  ]);
  const home = await rendered(scene, site.url);
  expect(home.body!.document).toContain('Hello');
  expect(home.body!.metaLinks).toEqual({});
  let seen = 0;
  for (const section of home.published.structure.structure) {
    if (section.object !== 'site-section') throw new Error('not a section');
    for (const siteSpace of section.siteSpaces) {
      const root = await rendered(scene, siteSpace.urls.published!);
      for (const page of root.pages) {
        const shown = await rendered(
          scene,
          siteSpace.urls.published! + (page === root.pages[0] ? '' : page.path),
        );
        expect([shown.resolved.siteSection, shown.resolved.siteSpace, shown.page?.id]).toEqual([
          section.id,
          siteSpace.id,
          page.id,
        ]);
        seen++;
      }
    }
  }
  expect(seen).toBe(6);
  expect(await home.search('hello')).toEqual(['Before', 'Welcome']);
  expect((await rendered(scene, `${site.url}/install`)).body!.markdown).toBe('Run **it**\n');
  const missing = await rendered(scene, `${site.url}/nothing/here`);
  expect(missing.elsewhere).toEqual({ redirect: undefined, moved: undefined });
  const [, reference] = home.published.structure.structure;
  await org.admin.call('PATCH', `/orgs/${org.id}/sites/${site.id}/sections/${reference!.id}`, {
    path: 'reference',
  });
  expect(await renderCold(scene, `${site.url}/api/guide`)).toMatchObject({
    target: 'content',
    redirect: `${site.url}/reference/guide`,
  });
  expect((await errorOf(home.spaces.updateSpaceById(guide, { title: 'Mine' }))).code).toBe(403);
  expect((await errorOf(home.orgs.listSpacesInOrganizationById(org.id))).code).toBe(403);
};

/** A renderer shows a site by its share link, until the link is revoked. */
export const aRendererShowsASiteByItsShareLink = async (scene: Scene) => {
  const { server } = scene;
  const org = await server.organization('Shared');
  const [one, two] = [await createLiveSpace(org), await createLiveSpace(org)];
  await write(org, one, { Start: 'One', More: 'More' });
  await write(org, two, { Start: 'Two' });
  const site = await publishSite(
    server,
    org,
    [
      { space: one, path: 'one' },
      { space: two, path: 'two' },
    ],
    {
      visibility: 'share-link',
    },
  );
  const at = `/orgs/${org.id}/sites/${site.id}/share-links`;
  const link = (await org.admin.call('POST', at, { name: 'Customers' })).body;
  const root: string = link.urls.published;
  const shown = await rendered(scene, `${root}more`);
  expect([shown.body!.markdown, shown.published.site.urls.published]).toEqual(['More\n', root]);
  const [, second] = shown.published.structure.structure as { urls: { published?: string } }[];
  expect(second!.urls.published).toBe(`${root}two/`);
  expect((await rendered(scene, second!.urls.published!)).body!.markdown).toBe('Two\n');
  expect(await renderCold(scene, `${site.url}/more`)).toBeUndefined();
  await org.admin.call('PATCH', `${at}/${link.id}`, { active: false });
  expect(await renderCold(scene, `${root}more`)).toBeUndefined();
  expect((await errorOf(shown.spaces.getSpaceById(one))).code).toBe(401);
};

/** A renderer shows each visitor of a private site the content that their claims allow. */
export const aRendererShowsVisitorsTheirContent = async (scene: Scene) => {
  const { server } = scene;
  const org = await server.organization('Closed');
  const space = await createLiveSpace(org);
  await write(org, space, { Start: 'All\n\n{% if visitor.claims.isPro %}\nGold\n{% endif %}' });
  await write(org, space, { Secret: 'Gold, too' }, { condition: 'visitor.claims.isPro' });
  const site = await publishSite(server, org, [{ space }], { visibility: 'visitor-auth' });
  const at = `/orgs/${org.id}/sites/${site.id}`;
  await org.admin.call('PATCH', at, { adaptiveContent: { enabled: true } });
  const isPro = { type: 'boolean', description: 'Pays' };
  const jsonSchema = { type: 'object', properties: { isPro }, additionalProperties: false };
  await org.admin.call('PUT', `${at}/adaptive-schema`, { jsonSchema });
  const fallbackURL = 'https://login.test/';
  const { privateKey } = (
    await org.admin.call('PATCH', `${at}/publishing/auth`, { backend: 'custom', fallbackURL })
  ).body;
  const seenBy = async (claims: object) => {
    const shown = await rendered(scene, site.url, { jwtToken: signed(claims, privateKey) });
    return [shown.pages.length, shown.body!.document.includes('Gold'), await shown.search('gold')];
  };
  expect(await seenBy({ isPro: true })).toEqual([2, true, ['Secret', 'Start']]);
  expect(await seenBy({})).toEqual([1, false, []]);
  const login = { target: 'external', redirect: `${fallbackURL}?location=%2Fsecret` };
  expect(await renderCold(scene, `${site.url}/secret`)).toMatchObject(login);
  const jwtToken = signed({ isPro: true }, 'another key');
  expect(await renderCold(scene, `${site.url}/secret`, { jwtToken })).toMatchObject(login);
};

/** A renderer shows an unpublished site only in previews of members. */
export const aRendererShowsNothingBeforeASiteIsPublished = async (scene: Scene) => {
  const { server, clients } = scene;
  const org = await server.organization('Soon');
  const space = await createLiveSpace(org);
  await write(org, space, { Soon: 'Soon' });
  const site = await publishSite(server, org, [{ space }], { published: false });
  expect(await renderCold(scene, `${site.url}/soon`)).toBeUndefined();
  const { data } = await clients.as(org.create).orgs.getSitePublishingPreviewById(org.id, site.id);
  expect((await rendered(scene, data.url)).body!.markdown).toBe('Soon\n');
};
