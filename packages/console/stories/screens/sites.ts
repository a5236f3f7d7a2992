import type { Screen } from './screen.ts';
import { all, click, heading, home, searchInVain, site, text } from './steps.ts';

/** Published sites: structure, looks, access, redirects and insights. */
export const SITES_SCREENS: readonly Screen[] = [
  {
    name: 'sites',
    path: (sample) => `${home(sample)}/sites`,
    ready: all(heading('Sites'), text('Documentation of Lectern')),
  },
  {
    name: 'new-site',
    path: (sample) => `${home(sample)}/sites`,
    ready: all(heading('Sites'), click('button', 'New site'), (page) =>
      page.getByRole('radio', { name: /^Public/ }).waitFor(),
    ),
  },
  { name: 'site', path: site, ready: all(heading(/^Documentation of Lectern/), text('Spaces')) },
  {
    name: 'site-structure',
    path: (sample) => `${site(sample)}/structure`,
    ready: all(
      (page) => page.getByRole('treeitem', { name: 'Handbook', level: 1 }).getByRole('link').click(),
      (page) => page.getByRole('region', { name: 'Settings of Handbook' }).waitFor(),
    ),
  },
  {
    name: 'site-customization',
    path: (sample) => `${site(sample)}/customization`,
    ready: (page) => page.frameLocator('iframe').locator('main').waitFor({ state: 'attached' }),
  },
  {
    name: 'site-customization-space',
    path: (sample) => `${site(sample)}/customization`,
    ready: all(
      async (page) => {
        await page.getByRole('combobox', { name: 'Settings of' }).selectOption({ label: 'Handbook' });
      },
      text(/^This space follows the site/),
      (page) => page.frameLocator('iframe').locator('main').waitFor({ state: 'attached' }),
    ),
  },
  {
    name: 'site-access',
    path: (sample) => `${site(sample)}/access`,
    ready: all(text('Partners'), text('Visitors sign in with')),
  },
  {
    name: 'site-redirects',
    path: (sample) => `${site(sample)}/redirects`,
    ready: text('/old-install'),
  },
  {
    name: 'site-redirects-many',
    path: (sample) => `${site(sample)}/redirects`,
    ready: all(text('/old-install'), click('button', 'Add many…'), (page) =>
      page.getByRole('textbox', { name: 'Redirects' }).waitFor(),
    ),
  },
  {
    name: 'site-feedback',
    path: (sample) => `${site(sample)}/feedback`,
    ready: text('No reader has rated a page yet.'),
  },
  {
    name: 'site-mcp-servers',
    path: (sample) => `${site(sample)}/mcp-servers`,
    ready: text('There are no MCP servers yet.'),
  },
  {
    name: 'site-misses',
    path: (sample) => `${site(sample)}/redirects`,
    ready: all(searchInVain, text('Not found by readers'), async (page) => {
      const kinds = page.getByRole('combobox', { name: 'What readers did not find' });
      await kinds.selectOption({ label: 'Searches' });
      await page.getByRole('cell', { name: 'anchorage', exact: true }).waitFor();
    }),
  },
  {
    name: 'site-insights',
    path: (sample) => `${site(sample)}/insights`,
    ready: all(text('Top pages'), text('Languages')),
  },
  { name: 'site-domain', path: (sample) => `${site(sample)}/domain`, ready: text('Your own domain') },
];
