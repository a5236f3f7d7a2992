import type { Screen } from './screen.ts';
import { all, click, heading, home, keepMessages, refuseClipboard, text } from './steps.ts';

// Each picture invites somebody else.
let invited = 0;

/** The settings of an organization: people, sign-in and audit log. */
export const SETTINGS_SCREENS: readonly Screen[] = [
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
];
