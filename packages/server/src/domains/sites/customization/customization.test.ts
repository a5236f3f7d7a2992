import { beforeEach, describe, expect, test } from 'vitest';
import type { TestOrganization, TestServer } from '../../../testing/server.ts';
import { withOrganization } from '../../../testing/set-up.ts';
import { DEFAULT_CUSTOMIZATION } from './merge-customization.ts';

const WHOLE = {
  ...DEFAULT_CUSTOMIZATION,
  title: 'Acme docs',
  styling: {
    ...DEFAULT_CUSTOMIZATION.styling,
    theme: 'bold',
    tint: { color: { light: '#abc', dark: '#AABBCC' } },
    font: {
      id: 'f1',
      custom: true,
      fontFamily: 'Acme Sans',
      fontFaces: [{ weight: 400, sources: [{ url: 'https://acme.test/a.woff2', format: 'woff2' }] }],
    },
  },
  favicon: { icon: { light: 'https://acme.test/l.png', dark: 'https://acme.test/d.png' } },
  header: {
    preset: 'none',
    logo: { light: 'https://acme.test/l.svg', dark: 'https://acme.test/d.svg' },
    links: [
      {
        title: 'More',
        style: 'button-primary',
        to: null,
        condition: 'visitor.claims.plan === "pro"',
        links: [{ title: 'Blog', to: { kind: 'url', url: 'https://acme.test/blog' } }],
      },
    ],
  },
  footer: { groups: [{ title: 'Us', links: [] }], copyright: '© Acme' },
  announcement: { enabled: true, message: 'Hello', style: 'info' },
  privacyPolicy: { url: 'https://acme.test/privacy' },
};

describe('customization', () => {
  let org: TestOrganization;
  let server: TestServer;
  let site: string;
  let siteSpace: string;
  withOrganization((fresh) => {
    ({ org, server } = fresh);
  });
  beforeEach(async () => {
    site = await org.site();
    siteSpace = await inSite(site);
  });

  const inSite = async (siteId: string): Promise<string> => {
    const spaceId = await org.space();
    return (await org.admin.call('POST', `/orgs/${org.id}/sites/${siteId}/site-spaces`, { spaceId })).body.id;
  };
  const ofSite = (id = site) => `/orgs/${org.id}/sites/${id}/customization`;
  const ofSiteSpace = (id = siteSpace) => `/orgs/${org.id}/sites/${site}/site-spaces/${id}/customization`;
  const read = async (path: string) => (await org.read.call('GET', path)).body;
  const override = async (body: object) => (await org.admin.call('PATCH', ofSiteSpace(), body)).body;

  test('of a site is not replaced if somebody has changed it since it was read', async () => {
    const put = (body: object) => org.admin.call('PUT', ofSite(), body);
    const seen = await read(ofSite());
    const first = await put({ ...WHOLE, replaces: seen });
    expect([first.status, first.body]).toEqual([200, WHOLE]);
    const late = await put({ ...DEFAULT_CUSTOMIZATION, title: 'Late', replaces: seen });
    expect(late.status).toBe(409);
    expect(await read(ofSite())).toEqual(WHOLE);
    const again = await put({ ...WHOLE, title: 'Late', replaces: await read(ofSite()) });
    expect([again.status, again.body.title]).toEqual([200, 'Late']);
    // Both read the same settings, and one of them is the second to save.
    const now = await read(ofSite());
    const statuses = await Promise.all(
      ['One', 'Two', 'Three'].map(async (title) => (await put({ ...WHOLE, title, replaces: now })).status),
    );
    expect(statuses.sort()).toEqual([200, 409, 409]);
    expect((await put({ ...WHOLE, replaces: 'settings' })).status).toBe(400);
  });

  test('of a site has defaults, and is replaced and reset as a whole', async () => {
    expect(await read(ofSite())).toEqual(DEFAULT_CUSTOMIZATION);
    const changed = await org.create.call('PUT', ofSite(), WHOLE);
    expect([changed.status, changed.body]).toEqual([200, WHOLE]);
    expect(await read(`${ofSite()}?unmasked=true`)).toEqual(WHOLE);
    const told = (await server.eventsOf(site)).length;
    await org.admin.call('PUT', ofSite(), WHOLE);
    expect(await server.eventsOf(site)).toHaveLength(told);
    // What is not in the whole is gone.
    await org.admin.call('PUT', ofSite(), DEFAULT_CUSTOMIZATION);
    expect(await read(ofSite())).toEqual(DEFAULT_CUSTOMIZATION);
  });

  test('is read and written by clients for earlier and later versions of the API', async () => {
    const at = `/orgs/${org.id}/sites/${site}/customization`;
    const put = async (settings: object) => (await org.admin.call('PUT', at, settings)).body;
    const { pdf: _pdf, git: _git, ...later } = DEFAULT_CUSTOMIZATION;
    const account = { platform: 'github', handle: 'acme', display: { footer: true, header: false } };
    const theme = { light: 'github-light', dark: 'dracula' };
    const titles = { localizedTitle: { de: 'Handbuch', 'zh-tw': '手冊' } };
    const written = {
      ...later,
      ...titles,
      socialAccounts: [account],
      styling: { ...later.styling, codeTheme: { default: theme, openapi: theme } },
      header: { preset: 'default', links: [{ title: 'More', ...titles, to: null, links: [] }] },
      announcement: { enabled: true, message: 'Hello', localizedMessage: { fr: 'Salut' }, style: 'info' },
      pageActions: { items: ['pdf', 'markdown', 'git'] },
    };
    expect(await put(written)).toEqual({
      ...written,
      pdf: { enabled: true },
      git: { showEditLink: true },
      pageActions: { externalAI: false, markdown: true, mcp: false, items: ['pdf', 'markdown', 'git'] },
    });
    const { socialAccounts: _accounts, styling, ...earlier } = (await org.read.call('GET', at)).body;
    const { codeTheme: _theme, ...earlierStyling } = styling;
    const rewritten = await put({
      ...earlier,
      styling: earlierStyling,
      pdf: { enabled: false },
      git: { showEditLink: true },
      pageActions: { externalAI: true, markdown: true, mcp: false },
    });
    expect(rewritten.pageActions.items).toEqual(['markdown', 'git', 'external-ai']);
    expect([rewritten.socialAccounts, rewritten.styling.codeTheme.default]).toEqual([[account], theme]);
    const refused = await org.admin.call('PUT', at, { ...rewritten, localizedTitle: { xx: 'No' } });
    expect([refused.status, refused.body.error.details[0].path]).toEqual([400, 'body.localizedTitle.xx']);
  });

  test('of a site space overrides individual settings, inherits all others, and is reset', async () => {
    expect(await read(ofSiteSpace())).toEqual({ ...DEFAULT_CUSTOMIZATION, hasOverrides: false });
    const own = await override({
      title: 'Version 2',
      styling: { theme: 'muted', sidebar: { list: 'pill' } },
      header: { links: [] },
      footer: { copyright: 'Mine' },
      socialPreview: { url: 'https://acme.test/v2.png' },
    });
    expect(own).toMatchObject({ title: 'Version 2', hasOverrides: true, footer: { copyright: 'Mine' } });
    await org.admin.call('PUT', ofSite(), WHOLE);
    const both = await read(ofSiteSpace());
    expect(both).toMatchObject({
      title: 'Version 2',
      styling: {
        theme: 'muted',
        font: WHOLE.styling.font,
        sidebar: { background: 'default', list: 'pill' },
      },
      header: { preset: 'none', links: [] },
      footer: { groups: WHOLE.footer.groups, copyright: 'Mine' },
    });
    expect(await read(ofSite())).toEqual(WHOLE);
    await override({ title: null, styling: { theme: null, corners: null } });
    expect(await read(ofSiteSpace())).toMatchObject({
      title: 'Acme docs',
      styling: { theme: 'bold' },
      hasOverrides: true,
    });
    await override({
      styling: { sidebar: { list: null } },
      header: { links: null },
      footer: { copyright: null },
      socialPreview: { url: null },
    });
    expect(await read(ofSiteSpace())).toEqual({ ...WHOLE, hasOverrides: false });
  });

  test('is reset for all site spaces at once; resetting nothing succeeds', async () => {
    await override({ title: 'Own', pdf: { enabled: false } });
    expect((await org.admin.call('DELETE', ofSiteSpace())).status).toBe(204);
    expect(await read(ofSiteSpace())).toEqual({ ...DEFAULT_CUSTOMIZATION, hasOverrides: false });
    const told = (await server.eventsOf(site)).length;
    expect((await org.admin.call('DELETE', ofSiteSpace())).status).toBe(204);
    expect((await org.admin.call('DELETE', ofSiteSpace('unknown'))).status).toBe(204);
    expect(await server.eventsOf(site)).toHaveLength(told);
  });

  test('of a site space rejects settings of the site and unknown ones', async () => {
    const after = await override({
      ai: { mode: 'assistant' },
      styling: { font: 'Lato' },
      more: 1,
    });
    expect(after).toEqual({ ...DEFAULT_CUSTOMIZATION, hasOverrides: false });
    const stored = await org.admin.call('PUT', ofSite(), {
      ...WHOLE,
      more: { kind: 'url', url: 'javascript:' },
      pdf: { enabled: true, more: 1 },
    });
    expect(stored.body).toEqual(WHOLE);
    const both = { icon: WHOLE.favicon.icon, emoji: '🎉' };
    expect((await org.admin.call('PUT', ofSite(), { ...WHOLE, favicon: both })).body.favicon).toEqual(
      WHOLE.favicon,
    );
  });

  test('of a space without access is not visible', async () => {
    const { body } = await org.admin.call('GET', `/orgs/${org.id}/sites/${site}/site-spaces`);
    await org.admin.call('PATCH', `/spaces/${body.items[0].space.id}`, { defaultLevel: null });
    expect((await org.create.call('GET', ofSiteSpace())).status).toBe(404);
    expect((await org.create.call('PATCH', ofSiteSpace(), { title: 'Mine' })).status).toBe(404);
    expect((await org.create.call('DELETE', ofSiteSpace())).status).toBe(204);
    expect(await org.admin.call('GET', ofSiteSpace())).toMatchObject({
      status: 200,
      body: { hasOverrides: false },
    });
  });

  test('of a site space of another site is not found', async () => {
    const elsewhere = await inSite(await org.site());
    expect((await org.admin.call('GET', ofSiteSpace(elsewhere))).status).toBe(404);
    expect((await org.admin.call('PATCH', ofSiteSpace(elsewhere), { title: 'Mine' })).status).toBe(404);
    expect((await org.admin.call('DELETE', ofSiteSpace(elsewhere))).status).toBe(204);
  });

  const wrong = (styling: object) => ({ ...WHOLE, styling: { ...WHOLE.styling, ...styling } });
  const link = (url: string) => ({ title: 'x', to: { kind: 'url', url } });
  test.each<[string, object, string]>([
    ['a missing group', { ...WHOLE, feedback: undefined }, 'feedback'],
    ['a short title', { ...WHOLE, title: 'x' }, 'title'],
    ['a long title', { ...WHOLE, title: 'x'.repeat(129) }, 'title'],
    [
      'a colour by name',
      wrong({ primaryColor: { light: 'red', dark: '#000' } }),
      'styling.primaryColor.light',
    ],
    [
      'a colour and more',
      wrong({ tint: { color: { light: '#000;x', dark: '#000' } } }),
      'styling.tint.color.light',
    ],
    ['an unknown theme', wrong({ theme: 'dark' }), 'styling.theme'],
    ['an unknown font', wrong({ font: 'Comic Sans' }), 'styling.font'],
    [
      'a logo that runs',
      { ...WHOLE, header: { ...WHOLE.header, logo: { light: 'javascript:x', dark: 'https://a.test' } } },
      'header.logo.light',
    ],
    [
      'a link that runs',
      { ...WHOLE, footer: { groups: [{ title: 'x', links: [link('JavaScript:alert(1)')] }] } },
      'footer.groups.0.links.0.to.url',
    ],
    [
      'a hidden link that runs',
      { ...WHOLE, header: { ...WHOLE.header, links: [{ ...link('data:text/html,x'), links: [] }] } },
      'header.links.0.to.url',
    ],
    [
      'a link with a long title',
      { ...WHOLE, footer: { groups: [{ title: 'x', links: [{ ...link('/'), title: 'x'.repeat(65) }] }] } },
      'footer.groups.0.links.0.title',
    ],
    ['a header without links', { ...WHOLE, header: { preset: 'none' } }, 'header.links'],
    [
      'a long copyright',
      { ...WHOLE, footer: { groups: [], copyright: 'x'.repeat(301) } },
      'footer.copyright',
    ],
    [
      'a short announcement',
      { ...WHOLE, announcement: { enabled: true, message: 'x', style: 'info' } },
      'announcement.message',
    ],
    [
      'a long condition',
      {
        ...WHOLE,
        header: { preset: 'none', links: [{ title: 'x', to: null, links: [], condition: 'x'.repeat(1025) }] },
      },
      'header.links.0.condition',
    ],
    ['an invalid emoji', { ...WHOLE, favicon: { emoji: 'word' } }, 'favicon'],
  ])('is rejected: %s', async (_, settings, path) => {
    const refused = await org.admin.call('PUT', ofSite(), settings);
    expect(refused.status).toBe(400);
    expect(refused.body.error.details[0].path).toMatch(new RegExp(`^body\\.${path}`));
    expect(await read(ofSite())).toEqual(DEFAULT_CUSTOMIZATION);
  });

  test('requires a manager of the site', async () => {
    for (const call of [
      org.review.call('PUT', ofSite(), WHOLE),
      org.review.call('PATCH', ofSiteSpace(), { title: 'Mine' }),
      org.review.call('DELETE', ofSiteSpace()),
    ])
      expect((await call).status).toBe(403);
    expect((await org.guest.call('GET', ofSite())).status).toBe(404);
  });
});
