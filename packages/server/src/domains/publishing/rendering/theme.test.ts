import { readFileSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import type { TestOrganization, TestServer } from '../../../testing/server.ts';
import { startServer } from '../../../testing/server.ts';
import { callOrThrow, createSpaceWith, insertPage, publishSpaces } from '../../../testing/showcase.ts';
import { requestFromHost } from '../../../testing/sites.ts';

type Settings = Readonly<Record<string, unknown>>;

const color = { light: '#123456', dark: '#abcdef' };
const pictures = { light: 'https://example.com/l.png', dark: 'https://example.com/d.png' };
const away = { kind: 'url', url: 'https://example.com/away' };
const link = { title: 'Away', to: away };

/** Each setting with a value that is not the default, and a text that the page or style sheet then contains (or, with `!`, does not). */
const EFFECTS: readonly (readonly [string, unknown, string])[] = [
  ['title', 'Grove', '<title>Welcome | Grove</title>'],
  ['styling.theme', 'muted', 'theme-muted'],
  ['styling.theme', 'bold', '--header-page:light-dark(#346ddb,#346ddb)'],
  ['styling.theme', 'gradient', 'theme-gradient'],
  ['styling.primaryColor', color, '--primary:light-dark(#123456,#abcdef)'],
  ['styling.tint', { color: { light: '#fdf6e3', dark: '#1a1712' } }, '--page:light-dark(#fdf6e3,#1a1712)'],
  ['styling.infoColor', color, '--info:light-dark(#123456,#abcdef)'],
  ['styling.successColor', color, '--success:light-dark(#123456,#abcdef)'],
  ['styling.warningColor', color, '--warning:light-dark(#123456,#abcdef)'],
  ['styling.dangerColor', color, '--danger:light-dark(#123456,#abcdef)'],
  ['styling.corners', 'straight', '--radius:0;'],
  ['styling.corners', 'circular', '--radius-button:99rem'],
  ['styling.depth', 'flat', '--shadow:none'],
  ['styling.links', 'accent', 'links-accent'],
  ['styling.font', 'Merriweather', '--font:Merriweather'],
  ['styling.monospaceFont', 'FiraCode', '--font-mono:"Fira Code"'],
  ['styling.icons', 'thin', 'icons-thin'],
  ['styling.sidebar.background', 'filled', 'sidebar-filled'],
  ['styling.sidebar.list', 'pill', 'nav-pill'],
  ['styling.sidebar.list', 'line', 'nav-line'],
  ['styling.search', 'prominent', 'search-prominent'],
  ['internationalization.locale', 'de', 'Zum Inhalt springen'],
  ['favicon', { emoji: '1f4d8' }, '%F0%9F%93%98'],
  ['favicon', { icon: pictures }, '<link rel="icon" href="https://example.com/l.png"'],
  ['header.preset', 'bold', 'header-bold'],
  ['header.preset', 'contrast', 'header-contrast'],
  ['header.preset', 'none', '!class="header"'],
  ['header.logo', pictures, 'src="https://example.com/d.png" alt="Orchard"'],
  ['header.links', [{ ...link, links: [] }], 'class="header-link"'],
  ['header.links', [{ ...link, style: 'button-primary', links: [link] }], 'header-menu'],
  ['footer.logo', pictures, 'class="footer-own"'],
  ['footer.groups', [{ title: 'More', links: [link] }], 'class="footer-group"'],
  ['footer.copyright', '© Orchard', '<p>© Orchard</p>'],
  ['announcement', { enabled: true, message: 'Ripe', style: 'warning' }, 'class="announcement tone-warning"'],
  ['announcement', { enabled: true, message: 'Ripe', style: 'info', link }, 'https://example.com/away'],
  ['themes.default', 'dark', 'data-theme="dark"'],
  ['themes.toggeable', false, '!data-theme-choice'],
  ['pageActions.externalAI', false, '!claude.ai'],
  ['pageActions.markdown', false, '!data-copy-page'],
  ['externalLinks.target', 'blank', 'href="https://example.com/body" rel="noopener" target="_blank"'],
  ['pagination.enabled', false, '!class="pagination"'],
  ['trademark.enabled', false, '!class="trademark"'],
  [
    'socialPreview.url',
    'https://example.com/s.png',
    'property="og:image" content="https://example.com/s.png"',
  ],
];

/** Settings that apply to custom headers only. */
const CUSTOM_HEADER: readonly (readonly [string, unknown, string])[] = [
  ['header.backgroundColor', color, '--header-page:light-dark(#123456,#abcdef)'],
  ['header.linkColor', { light: '#ff0000', dark: '#ff0000' }, '--header-link:light-dark(#ea0905'],
];

/** Settings that are stored but have no effect; the documentation says why. */
const WITHOUT_EFFECT = [
  'styling.background',
  'pdf.enabled',
  'ai.mode',
  'advancedCustomization.enabled',
  'privacyPolicy.url',
  'insights.trackingCookie',
  'styling.codeTheme.default',
  'styling.codeTheme.openapi',
  'socialAccounts',
];
/** Settings with tests of their own. */
const ELSEWHERE = ['feedback.enabled', 'pageActions.mcp', 'pageActions.items', 'git.showEditLink'];

const withSetting = (settings: Settings, name: string, value: unknown): Settings => {
  const [first = '', ...rest] = name.split('.');
  if (rest.length === 0) return { ...settings, [first]: value };
  return { ...settings, [first]: withSetting((settings[first] ?? {}) as Settings, rest.join('.'), value) };
};

const isGroup = (value: unknown): value is Settings =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !('light' in value);

const namesIn = (settings: Settings, before = ''): string[] =>
  Object.entries(settings).flatMap(([name, value]) =>
    isGroup(value) ? namesIn(value, `${before}${name}.`) : [before + name],
  );

describe('theme of a site', () => {
  let server: TestServer;
  let org: TestOrganization;
  let site: { id: string; url: string };
  let defaults: Settings;
  let plain: string;

  /** A page with its style sheet. */
  const seen = async (): Promise<string> => {
    const { host, pathname } = new URL(site.url);
    const { text } = await requestFromHost(server, host, pathname);
    const sheet = /href="([^"]*\/custom\.[^"]*)"/.exec(text)![1]!;
    return text + (await requestFromHost(server, host, sheet)).text;
  };
  const lookWith = async (settings: Settings): Promise<string> => {
    await callOrThrow(org, 'PUT', `/orgs/${org.id}/sites/${site.id}/customization`, settings);
    return seen();
  };

  beforeAll(async () => {
    server = await startServer();
    org = await server.organization();
    const space = await createSpaceWith(org, [
      insertPage('Welcome', 'A [link](https://example.com/body).'),
      insertPage('Second', 'More.'),
    ]);
    site = await publishSpaces(org, [space]);
    defaults = await callOrThrow(org, 'GET', `/orgs/${org.id}/sites/${site.id}/customization`);
    plain = await seen();
    return () => server.close();
  });

  const check = (before: string, after: string, effect: string) => {
    const text = effect.replace(/^!/, '');
    const [absent, present] = effect.startsWith('!') ? [after, before] : [before, after];
    expect(present).toContain(text);
    expect(absent).not.toContain(text);
  };

  test.each(EFFECTS)('%s %j has an effect', async (name, value, effect) => {
    check(plain, await lookWith(withSetting(defaults, name, value)), effect);
  });

  test.each(CUSTOM_HEADER)('%s %j has an effect in a custom header', async (name, value, effect) => {
    const custom = withSetting(defaults, 'header.preset', 'custom');
    check(await lookWith(custom), await lookWith(withSetting(custom, name, value)), effect);
  });

  const fontsIn = (css: string) => [...css.matchAll(/url\("([^"]*\.woff2)"\)/g)].map(([, name]) => name!);
  const fontFile = (name: string) => {
    const { host, pathname } = new URL(site.url);
    return requestFromHost(server, host, `${pathname.replace(/\/$/, '')}/~lectern/assets/${name}`, {
      'accept-encoding': 'br',
    });
  };

  test('chosen fonts are served by the site and cached for ever', async () => {
    const text = await lookWith(
      withSetting(withSetting(defaults, 'styling.font', 'Lato'), 'styling.monospaceFont', 'SpaceMono'),
    );
    const names = fontsIn(text);
    expect(new Set(names.map((name) => name.split('-')[0]))).toEqual(new Set(['lato', 'space']));
    for (const name of names) {
      const { status, headers, bytes } = await fontFile(name);
      expect([name, status, headers['content-type']]).toEqual([name, 200, 'font/woff2']);
      expect(headers['cache-control']).toBe('public, max-age=31536000, immutable');
      expect(headers).not.toHaveProperty('content-encoding');
      expect(bytes.subarray(0, 4).toString()).toBe('wOF2');
    }
    const preloaded = [...text.matchAll(/<link rel="preload" href="([^"]*)"([^>]*)>/g)];
    expect(preloaded.map(([, href]) => href!.split('/').at(-1))).toEqual([
      expect.stringMatching(/^lato-latin-400-normal\.[0-9a-f]{16}\.woff2$/),
    ]);
    expect(preloaded[0]![2]).toBe(' as="font" type="font/woff2" crossorigin');
    // Fonts of other sites are not served.
    const [other] = fontsIn(plain);
    expect((await fontFile(other!)).status).toBe(404);
  });

  test('a custom font is loaded from its URL, and no other font', async () => {
    const font = {
      id: 'acme',
      custom: true,
      fontFamily: 'Acme Sans',
      fontFaces: [{ weight: 400, sources: [{ url: 'https://acme.test/a.woff2', format: 'woff2' }] }],
    };
    const text = await lookWith(withSetting(defaults, 'styling.font', font));
    expect(text).toContain('src:url("https://acme.test/a.woff2")');
    expect(text).not.toContain('rel="preload"');
    expect(text).not.toContain('url("inter-');
  });

  test('a header link is shown to visitors who meet its condition', async () => {
    const links = [
      { ...link, title: 'For nobody', links: [], condition: 'visitor.claims.plan === "pro"' },
      { ...link, title: 'For everybody', links: [], condition: 'true' },
    ];
    const text = await lookWith(withSetting(defaults, 'header.links', links));
    expect(text).toContain('For everybody');
    expect(text).not.toContain('For nobody');
  });

  test('every setting has an effect here, or is documented to have none', () => {
    const guide = readFileSync(
      path.join(import.meta.dirname, '../../../../../../docs/reference/site-settings.md'),
      'utf8',
    );
    const tried = [...EFFECTS, ...CUSTOM_HEADER].map(([name]) => name);
    const known = new Set([...tried, ...WITHOUT_EFFECT, ...ELSEWHERE]);
    const settings = namesIn(defaults).filter((name) => name !== 'object' && name !== 'id');
    expect(settings.filter((name) => !known.has(name))).toEqual([]);
    for (const name of WITHOUT_EFFECT) expect(guide).toContain(`\`${name}\``);
  });
});
