import type { Page } from 'playwright-core';
import type { Sample } from './sample.ts';

/** A screen of the console. */
export interface Screen {
  readonly name: string;
  /** Below `/app`. */
  readonly path: (sample: Sample) => string;
  /** What has to be there before the screen is complete. */
  readonly ready: (page: Page, sample: Sample) => Promise<unknown>;
}

const heading = (name: string | RegExp) => (page: Page) =>
  page.getByRole('heading', { name, level: 1 }).first().waitFor();
const text = (words: string | RegExp) => (page: Page) => page.getByText(words).first().waitFor();
const all =
  (...steps: readonly ((page: Page) => Promise<unknown>)[]) =>
  async (page: Page) => {
    for (const step of steps) await step(page);
  };
const press = (keys: string) => (page: Page) => page.keyboard.press(keys);
const click = (role: 'button' | 'menuitem' | 'radio', name: string | RegExp) => (page: Page) =>
  page.getByRole(role, { name }).first().click();
const home = ({ organizationId }: Sample) => `/o/${organizationId}`;
const site = (sample: Sample) => `${home(sample)}/sites/${sample.siteId}`;
const space = ({ spaceId }: Sample) => `/s/${spaceId}`;
const unfold = async (page: Page) => {
  const button = page.getByRole('button', { name: /^Show (?:pages|spaces)/ });
  if (await button.isVisible()) await button.click();
};

/** Leaves messages on the screen, which close by themselves otherwise. */
const keepMessages = (page: Page) =>
  page.evaluate(() => {
    const { setTimeout: later } = window;
    const MESSAGE_MS = 5000;
    window.setTimeout = ((run: () => void, delay = 0) =>
      delay < MESSAGE_MS ? later(run, delay) : 0) as typeof window.setTimeout;
  });
const refuseClipboard = (page: Page) =>
  page.evaluate(() => {
    navigator.clipboard.writeText = async () => {
      throw new Error('The browser did not copy the text.');
    };
  });

/** Searches on the site of the screen for what it does not have. */
const searchInVain = async (page: Page) => {
  const address = await page.getByRole('link', { name: 'Open site' }).getAttribute('href');
  // Headless browsers are not counted as readers.
  const userAgent = 'Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0';
  const reader = await page.context().browser()!.newContext({ userAgent });
  const lost = await reader.newPage();
  await lost.goto(`${address}~lectern/search?q=anchorage`);
  await reader.close();
  await page.reload();
};

// Each picture invites somebody else.
let invited = 0;

/** Every screen, in the order of a tour. */
export const SCREENS: readonly Screen[] = [
  { name: 'home', path: home, ready: all(heading('Home'), text('Explain the installer')) },
  {
    name: 'home-menu',
    path: home,
    ready: all(
      heading('Home'),
      unfold,
      async (page) => page.getByRole('treeitem', { name: 'Handbook' }).focus(),
      press('Shift+F10'),
      (page) => page.getByRole('menuitem', { name: 'Duplicate' }).waitFor(),
    ),
  },
  {
    name: 'new-space',
    path: home,
    ready: all(
      heading('Home'),
      unfold,
      click('button', 'New space or collection'),
      click('menuitem', 'New space…'),
      click('radio', /^A git repository/),
      (page) => page.getByRole('textbox', { name: 'Branch' }).waitFor(),
    ),
  },
  {
    name: 'space-settings',
    path: (sample) => `/s/${sample.handbookId}`,
    ready: all(click('button', 'Actions on Handbook'), click('menuitem', 'Settings…'), (page) =>
      page.getByRole('dialog').waitFor(),
    ),
  },
  {
    name: 'move',
    path: (sample) => `/s/${sample.handbookId}`,
    ready: all(click('button', 'Actions on Handbook'), click('menuitem', 'Move to…'), (page) =>
      page.getByRole('radiogroup', { name: 'Destination' }).waitFor(),
    ),
  },
  { name: 'collection', path: ({ collectionId }) => `/c/${collectionId}`, ready: heading('Products') },
  { name: 'trash', path: (sample) => `${home(sample)}/~/trash`, ready: text('Old roadmap') },
  {
    name: 'person',
    path: (sample) => `${home(sample)}/~/people/${sample.personId}`,
    ready: text('Shared spaces'),
  },
  {
    name: 'share',
    path: (sample) => `/s/${sample.handbookId}`,
    ready: all(click('button', 'Actions on Handbook'), click('menuitem', 'Share…'), (page) =>
      page.getByRole('list', { name: 'Shared with' }).waitFor(),
    ),
  },
  {
    name: 'share-everybody',
    path: (sample) => `/c/${sample.collectionId}`,
    ready: all(
      click('button', 'Actions on Products'),
      click('menuitem', 'Share…'),
      async (page) => page.getByRole('tab', { name: 'Everybody with access' }).click(),
      (page) => page.getByRole('list', { name: 'Everybody with access' }).waitFor(),
    ),
  },
  {
    name: 'settings-general',
    path: (sample) => `${home(sample)}/~/settings`,
    ready: all(heading('General'), (page) =>
      page.getByRole('textbox', { name: 'Name', exact: true }).waitFor(),
    ),
  },
  {
    name: 'settings-merging',
    path: (sample) => `${home(sample)}/~/settings/merging`,
    ready: heading('Merge rules'),
  },
  {
    name: 'settings-members',
    path: (sample) => `${home(sample)}/~/settings/members`,
    ready: all(heading('Members'), (page) => page.getByRole('list', { name: 'Members' }).waitFor()),
  },
  {
    name: 'invite-people',
    path: (sample) => `${home(sample)}/~/settings/members`,
    ready: all(click('button', 'Invite people'), (page) =>
      page.getByRole('textbox', { name: 'E-mail addresses' }).waitFor(),
    ),
  },
  {
    name: 'transfer-ownership',
    path: (sample) => `${home(sample)}/~/settings/members`,
    ready: async (page, { personId }) => {
      const row = page.getByRole('listitem').filter({ has: page.locator(`a[href$="${personId}"]`) });
      await row.getByRole('button', { name: /^Actions on/ }).click();
      await page.getByRole('menuitem', { name: 'Transfer ownership…' }).click();
      await page.getByRole('dialog').getByRole('combobox', { name: 'New owner' }).waitFor();
    },
  },
  {
    name: 'settings-teams',
    path: (sample) => `${home(sample)}/~/settings/teams`,
    ready: all(heading('Teams'), text('Writers')),
  },
  {
    name: 'settings-team',
    path: (sample) => `${home(sample)}/~/settings/teams/${sample.teamId}`,
    ready: all(heading('Writers'), (page) =>
      page.getByRole('list', { name: 'Members of the team' }).waitFor(),
    ),
  },
  {
    name: 'settings-invites',
    path: (sample) => `${home(sample)}/~/settings/invites`,
    ready: all(heading('Invite links'), (page) => page.getByRole('list', { name: 'Invite links' }).waitFor()),
  },
  {
    name: 'invite-by-hand',
    path: (sample) => `${home(sample)}/~/settings/members`,
    ready: all(
      click('button', 'Invite people'),
      (page) => {
        invited += 1;
        return page.getByRole('textbox', { name: 'E-mail addresses' }).fill(`person-${invited}@example.com`);
      },
      async (page) => page.getByRole('button', { name: 'Invite', exact: true }).click(),
      (page) => page.getByRole('dialog', { name: 'Pass the invitations on' }).waitFor(),
    ),
  },
  {
    name: 'settings-sso',
    path: (sample) => `${home(sample)}/~/settings/sso`,
    ready: all(heading('Sign-in'), (page) =>
      page.getByRole('list', { name: 'Identity providers' }).waitFor(),
    ),
  },
  {
    name: 'settings-saml',
    path: (sample) => `${home(sample)}/~/settings/sso/saml/${sample.samlProviderId}`,
    ready: all(heading('Staff'), (page) => page.getByText('There is no token yet.').waitFor()),
  },
  {
    name: 'error-message',
    path: (sample) => `${home(sample)}/~/settings/sso/saml/${sample.samlProviderId}`,
    ready: all(
      heading('Staff'),
      keepMessages,
      refuseClipboard,
      click('button', /^Copy: /),
      text('The browser did not copy the text.'),
    ),
  },
  {
    name: 'settings-oidc',
    path: (sample) => `${home(sample)}/~/settings/sso/oidc/${sample.oidcProviderId}`,
    ready: all(heading('Partners'), (page) => page.getByRole('textbox', { name: 'Client ID' }).waitFor()),
  },
  {
    name: 'settings-audit',
    path: (sample) => `${home(sample)}/~/settings/audit?action=space.access-changed`,
    ready: all(heading('Audit log'), async (page) => {
      const event = page.getByRole('list', { name: 'Events' }).getByText('Space access changed');
      await event.first().click();
    }),
  },
  {
    name: 'palette',
    path: home,
    ready: all(
      heading('Home'),
      press('Control+k'),
      (page) => page.getByPlaceholder(/^Search pages/).fill('up'),
      (page) => page.getByRole('option', { name: /Upgrade/ }).waitFor(),
    ),
  },
  {
    name: 'shortcuts',
    path: home,
    ready: all(heading('Home'), press('?'), text('Keyboard shortcuts')),
  },
  {
    name: 'import',
    path: (sample) => `/s/${sample.emptySpaceId}/~/imports/${sample.importRunId}`,
    ready: heading('Import'),
  },
  { name: 'empty-space', path: (sample) => `/s/${sample.emptySpaceId}`, ready: heading('No pages yet') },
  {
    name: 'page',
    path: (sample) => `${space(sample)}/getting-started/install`,
    ready: all(heading('Install'), text('Plain words')),
  },
  {
    name: 'comments',
    path: (sample) => `${space(sample)}/getting-started/upgrade?comments=true`,
    ready: all(heading('Upgrade'), (page) => page.getByText(/^Do we also test/).waitFor()),
  },
  {
    name: 'editor',
    path: (sample) => `${space(sample)}/getting-started/install?edit=true`,
    ready: (page) => page.getByRole('textbox', { name: /^Text of/ }).waitFor(),
  },
  {
    name: 'change-request-editor',
    path: (sample) => `${space(sample)}/~/changes/${sample.requests.open}/getting-started/install?edit=true`,
    ready: (page) => page.getByRole('textbox', { name: /^Text of/ }).waitFor(),
  },
  {
    name: 'page-settings',
    path: (sample) => `${space(sample)}/getting-started/install`,
    ready: all(click('button', 'Page actions'), click('menuitem', 'Settings'), (page) =>
      page.getByRole('textbox', { name: 'Tags' }).waitFor(),
    ),
  },
  {
    name: 'propose',
    path: (sample) => `${space(sample)}/getting-started/install`,
    ready: all(click('button', 'Page actions'), click('menuitem', 'Edit in a change request'), (page) =>
      page.getByRole('button', { name: 'New change request' }).waitFor(),
    ),
  },
  {
    name: 'open-for-review',
    path: (sample) => `${space(sample)}/~/changes/${sample.requests.draft}/guides/write-pages`,
    ready: all(click('button', 'Open for review'), (page) => page.getByRole('dialog').waitFor()),
  },
  { name: 'changes', path: (sample) => `${space(sample)}/~/changes`, ready: text('Explain the installer') },
  {
    name: 'change-request',
    path: (sample) => `${space(sample)}/~/changes/${sample.requests.open}`,
    ready: heading('Explain the installer'),
  },
  {
    name: 'review',
    path: (sample) => `${space(sample)}/~/changes/${sample.requests.open}/~/files`,
    ready: (page) => page.locator('[data-change]').first().waitFor(),
  },
  {
    name: 'review-split',
    path: (sample) => `${space(sample)}/~/changes/${sample.requests.open}/~/files?layout=split`,
    ready: (page) => page.locator('[data-change]').first().waitFor(),
  },
  {
    name: 'conflict-request',
    path: (sample) => `${space(sample)}/~/changes/${sample.requests.conflict}`,
    ready: text(/conflicts with changes in the space/),
  },
  {
    name: 'conflicts',
    path: (sample) => `${space(sample)}/~/changes/${sample.requests.unresolved}/~/conflicts`,
    ready: all(text(/^\d of 4 settled/), async (page) => {
      for (const choice of await page.getByRole('radio', { name: /version of this change request/ }).all())
        await choice.check();
      await page.getByRole('radio', { name: 'Edit by hand' }).last().check();
    }),
  },
  { name: 'history', path: (sample) => `${space(sample)}/~/revisions`, ready: heading('History') },
  {
    name: 'page-history',
    path: (sample) => `${space(sample)}/~/revisions?page=${sample.pageId}`,
    ready: heading('History of “Install”'),
  },
  {
    name: 'revision',
    path: (sample) => `${space(sample)}/~/revisions/${sample.revisionId}`,
    ready: (page) => page.locator('main h1').first().waitFor(),
  },
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
    name: 'site-misses',
    path: (sample) => `${site(sample)}/redirects`,
    ready: all(searchInVain, text('Not found by readers'), async (page) => {
      const kinds = page.getByRole('combobox', { name: 'What readers did not find' });
      await kinds.selectOption({ label: 'Searches' });
      await page.getByRole('cell', { name: 'anchorage', exact: true }).waitFor();
    }),
  },
  { name: 'site-domain', path: (sample) => `${site(sample)}/domain`, ready: text('Your own domain') },
  {
    name: 'git-connect',
    path: (sample) => `/s/${sample.handbookId}/~/git`,
    ready: text('Connect a repository'),
  },
  {
    name: 'git',
    path: (sample) => `${space(sample)}/~/git`,
    ready: all(heading('Git'), text('First synchronization'), (page) =>
      page.getByRole('button', { name: 'Check again' }).waitFor(),
    ),
  },
  {
    name: 'openapi',
    path: (sample) => `${home(sample)}/~/settings/openapi`,
    ready: text('petstore'),
  },
  {
    name: 'openapi-specification',
    path: (sample) => `${home(sample)}/openapi/petstore`,
    ready: all(heading('petstore'), text(/^line \d+, /)),
  },
  {
    name: 'integrations',
    path: (sample) => `${home(sample)}/~/settings/integrations`,
    ready: heading('Integrations'),
  },
  {
    name: 'webhooks',
    path: (sample) => `${home(sample)}/~/settings/webhooks`,
    ready: text('Tell the search engine'),
  },
  {
    name: 'translations',
    path: (sample) => `${home(sample)}/~/settings/translations`,
    ready: heading('Translations'),
  },
  {
    name: 'glossary',
    path: (sample) => `${home(sample)}/~/settings/translations/glossary`,
    ready: text('Änderungsantrag'),
  },
  {
    name: 'conversations',
    path: (sample) => `${home(sample)}/~/settings/conversations`,
    ready: heading('Conversations'),
  },
  { name: 'inbox', path: () => '/inbox', ready: heading('Inbox') },
  { name: 'not-found', path: () => '/s/nothing', ready: heading('Not found') },
];

/** Waits until nothing is loading. */
export const settle = async (page: Page): Promise<void> => {
  await page.waitForLoadState('load');
  await page
    .locator('[aria-busy="true"]')
    .waitFor({ state: 'detached' })
    .catch(() => {});
  await page.evaluate(async () => {
    await document.fonts.ready;
    await Promise.all([...document.images].map((image) => image.decode().catch(() => {})));
  });
};
