import { type Child, h } from '../html/html.ts';
import { type CredentialsModel, passkeysSection, passwordSection } from './account-credentials.ts';
import { type Moment, section, table, time } from './account-sections.ts';
import { type AccountPageLayout, accountPage, type FormToken, field, postForm, submit } from './layout.ts';

/** The model of the account page. */
export interface AccountModel extends Omit<AccountPageLayout, 'title'>, CredentialsModel {
  readonly user: { readonly displayName: string; readonly email: string };
  readonly sessions: Listing<{
    readonly id: string;
    readonly isCurrent: boolean;
    readonly browser: string;
    readonly address: string;
    readonly method: string;
    readonly created: Moment;
    readonly lastUsed: Moment;
  }>;
  readonly organizations: readonly {
    readonly id: string;
    readonly title: string;
    readonly role: string;
    readonly isDisabled: boolean;
    /** Whether single sign-on is enabled for the membership. */
    readonly sso: boolean;
    /** The path of the consent page, if consent to single sign-on is missing. */
    readonly consentPath?: string | undefined;
    /** The sign-in methods that are off, if there is no access until the user accepts that. */
    readonly newRules?: readonly string[] | undefined;
  }[];
  readonly notifications: {
    readonly kinds: readonly { readonly name: string; readonly app: boolean; readonly email: boolean }[];
    readonly emailAvailable: boolean;
  };
}

/** The newest items of a list and the number of all items. */
interface Listing<Item> {
  readonly items: readonly Item[];
  readonly count: number;
}

const KINDS: Readonly<Record<string, string>> = {
  mention: 'Someone mentions you',
  reply: 'Someone replies to you',
  comment: 'Comments on your change requests',
  'review-requested': 'Your review is requested',
  'review-submitted': 'Your change request is reviewed',
  'change-request-merged': 'Your change request is merged',
  'git-sync-failed': 'A git connection of yours fails',
};

/** An IP address, which may wrap between its groups. */
const networkAddress = (address: string): Child =>
  address.split(/(?<=:)/).map((group, index) => [index > 0 && h('wbr', null), group]);

const more = ({ items, count }: Listing<unknown>, path: string): Child =>
  count > items.length &&
  h('p', null, `Showing the newest ${items.length} of ${count}. The API lists all of them at ${path}.`);

const profile = ({ formToken, user }: AccountModel): Child =>
  section(
    'profile',
    'Profile',
    postForm(
      { action: '/account/profile', formToken, label: 'Profile' },
      field('Name', {
        id: 'displayName',
        name: 'displayName',
        value: user.displayName,
        required: true,
        maxlength: 64,
        autocomplete: 'name',
      }),
      field(
        'E-mail address',
        { id: 'email', value: user.email, readonly: true, type: 'email' },
        'You sign in with this address, so you cannot change it here. Only an identity provider that provisions your account can change it.',
      ),
      submit('Save'),
    ),
  );

const tokens: Child = section(
  'tokens',
  'API tokens',
  h('p', null, 'API tokens give programs access in your name.'),
  h('p', null, h('a', { class: 'button button-secondary', href: '/app/tokens' }, 'Manage API tokens')),
);

const sessions = (model: AccountModel): Child =>
  section(
    'sessions',
    'Sessions',
    h('p', null, 'Browsers in which you are signed in.'),
    model.sessions.items.length > 0 &&
      table(
        'Sessions',
        ['Browser', 'IP address', 'Sign-in method', 'Signed in', 'Last used', 'End session'],
        model.sessions.items.map((session) => [
          [session.browser, ' ', session.isCurrent && h('span', { class: 'pill' }, 'This browser')],
          networkAddress(session.address),
          session.method,
          time(session.created),
          time(session.lastUsed),
          postForm(
            { action: `/account/sessions/${session.id}/end`, formToken: model.formToken },
            submit('End session', 'secondary', { 'aria-label': `End session of ${session.browser}` }),
          ),
        ]),
      ),
    more(model.sessions, '/v1/user/sessions'),
    postForm(
      { action: '/account/sessions/end', formToken: model.formToken },
      submit('Sign out everywhere', 'secondary'),
    ),
  );

const singleSignOn = (sso: boolean, agreement: string | undefined): Child => {
  if (agreement !== undefined)
    return h('a', { class: 'button button-secondary', href: agreement }, 'Needs your consent');
  // On narrow screens the text is shown next to its label, so it is never empty.
  return sso ? 'Yes' : 'No';
};

const METHODS: Readonly<Record<string, string>> = {
  password: 'passwords',
  passkey: 'passkeys',
  email: 'links by e-mail',
};

const newRules = ({ organizations: all, formToken }: AccountModel): Child =>
  all
    .filter((one) => one.newRules !== undefined)
    .map(({ id, title, newRules: off = [] }) =>
      postForm(
        { action: `/account/organizations/${id}/rules`, formToken, label: `Rules of ${title}` },
        h(
          'p',
          null,
          `${title} does not accept sign-in with ${off.map((method) => METHODS[method] ?? method).join(' and ')}. You have no access to it until you accept this; it then applies to your whole account. Accept only if you know this organization.`,
        ),
        submit('Accept', 'secondary', { 'aria-label': `Accept the rules of ${title}` }),
      ),
    );

const organizations = (model: AccountModel): Child =>
  model.organizations.length > 0 &&
  section(
    'organizations',
    'Organizations',
    table(
      'Organizations',
      ['Name', 'Role', 'Single sign-on', 'Leave'],
      model.organizations.map(({ id, title, role, isDisabled, sso, consentPath }) => [
        [title, ' ', isDisabled && h('span', { class: 'pill' }, 'No access')],
        role,
        singleSignOn(sso, consentPath),
        h(
          'a',
          {
            class: 'button button-secondary',
            href: `/account/organizations/${id}/leave`,
            'aria-label': `Leave ${title}`,
          },
          'Leave',
        ),
      ]),
    ),
    newRules(model),
  );

const notifications = ({ formToken, notifications: { kinds, emailAvailable } }: AccountModel): Child =>
  section(
    'notifications',
    'Notification settings',
    !emailAvailable &&
      h('p', null, 'This server does not send e-mail. Your e-mail settings take effect when it does.'),
    postForm(
      { action: '/account/notifications', formToken, label: 'Notification settings' },
      table(
        'Notification settings',
        ['Event', 'In the app', 'By e-mail'],
        kinds.map((kind) => [
          KINDS[kind.name] ?? kind.name,
          ...(['app', 'email'] as const).map((channel) =>
            h('input', {
              type: 'checkbox',
              name: `${kind.name}.${channel}`,
              checked: kind[channel],
              'aria-label': `${KINDS[kind.name] ?? kind.name}: ${channel === 'app' ? 'in the app' : 'by e-mail'}`,
            }),
          ),
        ]),
      ),
      submit('Save'),
    ),
  );

/** The account page: profile, sessions, organizations and notification settings. */
export const renderAccount = (model: AccountModel): string =>
  accountPage(
    { ...model, title: 'Your account' },
    {
      size: 'large',
      tools: postForm({ action: '/logout', formToken: model.formToken }, submit('Sign out', 'secondary')),
    },
    profile(model),
    passwordSection(model),
    passkeysSection(model),
    tokens,
    sessions(model),
    organizations(model),
    notifications(model),
  );

/** The confirmation page for leaving an organization. */
export const renderLeaveOrganization = (
  model: Omit<AccountPageLayout, 'title'> & {
    readonly formToken: FormToken | undefined;
    readonly organization: string;
    readonly path: string;
    /** Whether the user consented to single sign-on: then sessions and tokens end. */
    readonly usesSso: boolean;
  },
): string =>
  accountPage(
    { ...model, title: 'Leave organization' },
    { size: 'small' },
    h(
      'p',
      null,
      'You will lose your role in ',
      h('strong', null, model.organization),
      ', your team memberships and the access that was granted to you. Your content is not deleted. You need a new invitation to rejoin.',
    ),
    model.usesSso &&
      h(
        'p',
        null,
        'You use single sign-on of this organization: you will be signed out everywhere, and all your API tokens will be revoked.',
      ),
    postForm(
      { action: model.path, formToken: model.formToken, label: 'Leave' },
      submit('Leave organization'),
    ),
    h('p', null, h('a', { class: 'button button-secondary', href: '/account' }, 'Cancel')),
  );
