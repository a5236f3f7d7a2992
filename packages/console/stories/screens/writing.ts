import type { Screen } from './screen.ts';
import { all, click, heading, home, press, space, text } from './steps.ts';

/** Spaces, pages, change requests and their history. */
export const WRITING_SCREENS: readonly Screen[] = [
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
  {
    name: 'broken-links',
    path: (sample) => `${space(sample)}/~/links`,
    ready: all(heading('Broken links'), text(/^Every link of this space|(?:is|are) broken$/)),
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
];
