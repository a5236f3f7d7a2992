import * as official from 'gitbook-api-0.202';
import { describe, expect, test } from 'vitest';
import type * as types from '../node_modules/gitbook-api-0.202/dist/client.js';
import { RENDERER_OPERATIONS, rendererResponse } from '../packages/server/src/conformance/reference-api.ts';
import { createLiveSpace } from '../packages/server/src/testing/content-factory.ts';
import type { TestOrganization, TestServer } from '../packages/server/src/testing/server.ts';
import { withOrganization } from '../packages/server/src/testing/set-up.ts';
import { publishSite } from '../packages/server/src/testing/sites.ts';
import { petsApi, putSpec } from '../packages/server/src/testing/specifications.ts';
import { checkedFetch } from './client.ts';

// The types of the package entry are not found by this module resolution.
const { GitBookAPI } = official as unknown as {
  GitBookAPI: new (options: object) => types.Api<{ authToken?: string }>;
};

// Operations that other tests call: they need an integration, a preview or tracking.
const CALLED_ELSEWHERE = [
  'renderIntegrationUIWithGet',
  'renderIntegrationUIWithPost',
  'getEmbedByUrlInSpace',
  'getChangeRequestById',
  'getChangeRequestChanges',
  'getRevisionSemanticChanges',
  'trackEventsInSiteById',
];

describe('the client of the open-source site renderer', () => {
  let server: TestServer;
  let org: TestOrganization;
  const called = new Set<string>();
  withOrganization(
    (fresh) => {
      ({ server, org } = fresh);
    },
    { roles: ['api', 'worker'] },
  );

  const clientOf = (authToken?: string) =>
    new GitBookAPI({
      endpoint: server.url,
      ...(authToken !== undefined && { authToken }),
      serviceBinding: { fetch: checkedFetch(server.app.domains, called) },
    });

  /** A published site with sections in a group, tags, redirects and a specification. */
  const createSite = async () => {
    const [guide, api] = [await createLiveSpace(org), await createLiveSpace(org)];
    await putSpec(org, 'pets', { text: JSON.stringify(petsApi()) });
    const edit = async (space: string, ...changes: object[]) => {
      const answer = await org.admin.call('POST', `/spaces/${space}/content`, { changes });
      expect(answer.status).toBe(200);
      return answer.body;
    };
    const page = (title: string, markdown: string, more = {}) => ({
      operation: 'insert_page',
      title,
      document: { markdown },
      ...more,
    });
    await edit(
      guide,
      page('Welcome', 'Hello, reader', { description: 'The first page', ref: 'welcome' }),
      page('Install', 'Run **it**', { into: 'welcome', layout: { coverSize: 'background', actions: false } }),
    );
    await edit(
      api,
      page(
        'Calls',
        '{% openapi-operation spec="pets" path="/pets" method="get" %}\n[pets](/openapi/pets)\n{% endopenapi-operation %}',
      ),
    );
    const site = await publishSite(server, org, [
      { space: guide, path: 'latest', section: 'Guide' },
      { space: api, path: 'main', section: 'Api' },
    ]);
    const at = `/orgs/${org.id}/sites/${site.id}`;
    const { structure } = (await org.admin.call('GET', `${at}/structure`)).body;
    await org.admin.call('POST', `${at}/section-groups`, { title: 'All', sections: [structure[1].id] });
    for (const redirect of [
      {
        source: '/blog/*',
        captureWildcard: true,
        destination: { kind: 'external', url: 'https://blog.test/' },
      },
      { source: '/start', destination: { kind: 'site-section', siteSectionId: structure[0].id } },
    ])
      expect((await org.admin.call('POST', `${at}/redirects`, redirect)).status).toBe(201);
    return { site, guide, api };
  };

  const resolve = async (url: string) => {
    const { data } = await clientOf().urls.resolvePublishedContentByUrl({
      url,
      visitor: {},
      redirectOnError: true,
    });
    if (!('apiToken' in data)) throw new Error(`${url} is a redirect`);
    return { ...data, client: clientOf(data.apiToken) };
  };

  test('finds in every response the fields that it reads', async () => {
    const { site, guide } = await createSite();
    const { client, organization, space: spaceId, siteSpace, siteSection } = await resolve(site.url);
    const { orgs, spaces, users } = client;

    const { data: published } = await orgs.getPublishedContentSite(organization, site.id, {});
    const { customizations, structure } = published;
    expect(customizations.site.socialAccounts).toEqual([]);
    expect(customizations.site.styling.codeTheme.openapi).toEqual({
      light: 'default-light',
      dark: 'default-dark',
    });
    expect(customizations.site.pageActions.items).toEqual(['markdown', 'external-ai', 'mcp', 'pdf']);
    expect(Object.keys(customizations.siteSpaces)).toHaveLength(2);
    expect(customizations.siteSpaces[siteSpace]).toEqual(customizations.site);
    expect(published.site.urls.preview).toBe(`${site.url}/`);
    expect(published.site.permissions).toMatchObject({
      view: true,
      access: false,
      edit: false,
      admin: false,
    });
    if (structure.type !== 'sections') throw new Error('no sections');
    // Elements are selected by the ids of sections.
    expect([structure.structure[0]!.id, structure.structure[1]!.id, siteSection]).toEqual(
      Array(3).fill(expect.stringMatching(/^[A-Za-z]/)),
    );
    expect(structure.structure.map(({ draft }) => draft)).toEqual([false, false]);

    const { data: space } = await spaces.getSpaceById(spaceId, {});
    const { data: revision } = await spaces.getRevisionById(guide, space.revision, { metadata: true });
    expect(revision.tags).toEqual([]);
    const [welcome] = revision.pages;
    if (welcome?.type !== 'document') throw new Error('no page');
    const [install] = welcome.pages;
    if (install?.type !== 'document') throw new Error('no page');
    expect(install.layout).toMatchObject({
      coverSize: 'background',
      coverMask: 'none',
      tags: true,
      actions: false,
    });
    expect(install.tags).toEqual([]);

    const evaluation = { evaluated: 'deterministic-only', dereferenced: 'reusable-contents' } as const;
    await spaces.getPageDocumentInRevisionById(guide, revision.id, install.id, evaluation);
    await spaces.listRevisionPageMetaLinks(guide, revision.id, install.id);
    const { data: asMarkdown } = await spaces.getPageInRevisionById(guide, revision.id, install.id, {
      format: 'markdown',
      'format.markdown.refs': 'stable',
    } as never);
    expect(asMarkdown).toMatchObject({ markdown: '# Install\n\nRun **it**\n' });
    expect((await spaces.getPageInRevisionByPath(guide, revision.id, 'welcome/install')).data.id).toBe(
      install.id,
    );

    await expect
      .poll(
        async () => {
          const { data } = await orgs.searchSiteContent(organization, site.id, {
            query: 'run',
            mode: 'all',
          } as never);
          return data.items;
        },
        { interval: 50, timeout: 60_000 },
      )
      .toMatchObject([
        {
          type: 'space',
          score: expect.any(Number),
          pages: [
            {
              id: install.id,
              description: '',
              ancestors: [{ title: 'Welcome' }],
              score: expect.any(Number),
              rank: 1,
            },
          ],
        },
      ]);

    const redirected = async (source: string) =>
      (await orgs.getSiteRedirectBySource(organization, site.id, { source })).data;
    expect((await redirected('/blog/2020/first')).target).toBe('https://blog.test/2020/first');
    expect((await redirected('/start')).redirect.captureWildcard).toBe(false);
    expect((await users.getUserById(org.admin.id)).data.id).toBe(org.admin.id);
  });

  test('reads the files of a specification as a list, members as an object', async () => {
    const { site } = await createSite();
    const { client, organization } = await resolve(site.url);
    const { data } = await client.orgs.getLatestOpenApiSpecVersionContent(organization, 'pets');
    const files = data.filesystem as unknown as {
      isEntrypoint: boolean;
      filename: string;
      specification: object;
    }[];
    expect(files).toMatchObject([{ isEntrypoint: true, specification: { info: { title: 'Pets' } } }]);
    expect(data.urls).toMatchObject({ source: expect.any(String), public: null });
    const whole = await clientOf(org.read.token).orgs.getLatestOpenApiSpecVersionContent(
      organization,
      'pets',
    );
    expect(whole.data.filesystem).toMatchObject({ info: { title: 'Pets' } });
  });

  test('reads reusable contents', async () => {
    const space = await createLiveSpace(org);
    const { body } = await org.admin.call('POST', `/spaces/${space}/content`, {
      changes: [
        {
          operation: 'insert_reusable_content',
          title: 'Shared',
          ref: 'shared',
          document: { markdown: 'Same' },
        },
        { operation: 'insert_page', title: 'Page', document: { markdown: 'Text' } },
      ],
    });
    const site = await publishSite(server, org, [{ space }]);
    const { client } = await resolve(site.url);
    const { data: revision } = await client.spaces.getRevisionById(space, body.revision ?? body.id, {});
    const [shared] = revision.reusableContents;
    await client.spaces.getReusableContentDocumentInRevisionById(space, revision.id, shared!.id, {
      evaluated: 'deterministic-only',
    });
  });

  test('has called every operation of the renderer, and has schemas for all', () => {
    const missing = RENDERER_OPERATIONS.filter((id) => !called.has(id) && !CALLED_ELSEWHERE.includes(id));
    expect(missing).toEqual([]);
    const hasSchema = (id: string) =>
      [200, 201, 204].some((status) => rendererResponse(id, status) !== undefined);
    expect(RENDERER_OPERATIONS.filter((id) => !hasSchema(id))).toEqual(['trackEventsInSiteById']);
  });
});
