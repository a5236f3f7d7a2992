import { type Child, h } from '../html/html.ts';
import { type ConsoleLayout, consolePage, type FormToken, field, postForm, submit } from './frame.ts';

/** A moment, as machines and as people read it. */
interface Moment {
  readonly iso: string;
  readonly text: string;
}

/** What somebody sees of their own account. */
export interface AccountModel extends Omit<ConsoleLayout, 'title'> {
  readonly formToken: FormToken | undefined;
  readonly user: { readonly displayName: string; readonly email: string };
  /** The secret of a token that was just made: it is shown only now. */
  readonly newToken?: { readonly label: string; readonly secret: string } | undefined;
  readonly tokens: Listing<{
    readonly id: string;
    readonly label: string;
    readonly hint: string;
    readonly created: Moment;
    readonly lastUsed?: Moment | undefined;
    readonly expires?: Moment | undefined;
  }>;
  readonly sessions: Listing<{
    readonly id: string;
    readonly isThis: boolean;
    readonly agent: string;
    readonly address: string;
    readonly way: string;
    readonly created: Moment;
    readonly lastUsed: Moment;
  }>;
  readonly organizations: readonly {
    readonly id: string;
    readonly title: string;
    readonly role: string;
    readonly isClosed: boolean;
    /** Whether its single sign-on is for them. */
    readonly sso: boolean;
    /** Where to agree to its single sign-on, where it asks for that. */
    readonly agreement?: string | undefined;
  }[];
  readonly notifications: {
    readonly kinds: readonly { readonly name: string; readonly app: boolean; readonly email: boolean }[];
    readonly emailAvailable: boolean;
  };
}

/** The first of some things, and how many there are. */
interface Listing<Item> {
  readonly items: readonly Item[];
  readonly count: number;
}

const LIFETIMES: readonly (readonly [string, string])[] = [
  ['7', '7 days'],
  ['30', '30 days'],
  ['90', '90 days'],
  ['365', 'A year'],
  ['', 'No end'],
];

const KINDS: Readonly<Record<string, string>> = {
  mention: 'Somebody mentions you',
  reply: 'Somebody replies to you',
  comment: 'Comments on your change requests',
  'review-requested': 'You are asked for a review',
  'review-submitted': 'Your change request is reviewed',
  'change-request-merged': 'Your change request is merged',
};

const time = ({ iso, text }: Moment): Child => h('time', { datetime: iso }, text);

/** An address of a network, which may be broken between its groups. */
const networkAddress = (address: string): Child =>
  address.split(/(?<=:)/).map((group, index) => [index > 0 && h('wbr', null), group]);

const section = (id: string, title: string, ...content: readonly Child[]): Child =>
  h(
    'section',
    { class: 'console-section', 'aria-labelledby': `${id}-title` },
    h('h2', { id: `${id}-title` }, title),
    content,
  );

// Where it does not fit every row becomes a list of its own: styles that do so take away what a table is, roles say it again.
const table = (label: string, columns: readonly string[], rows: readonly (readonly Child[])[]): Child =>
  h(
    'div',
    { class: 'console-table', role: 'region', tabindex: '0', 'aria-label': label },
    h(
      'table',
      { role: 'table' },
      h(
        'thead',
        { role: 'rowgroup' },
        h(
          'tr',
          { role: 'row' },
          columns.map((column) => h('th', { scope: 'col', role: 'columnheader' }, column)),
        ),
      ),
      h(
        'tbody',
        { role: 'rowgroup' },
        rows.map((cells) =>
          h(
            'tr',
            { role: 'row' },
            cells.map((cell, index) =>
              h('td', { role: 'cell', 'data-column': columns[index] }, h('div', null, cell)),
            ),
          ),
        ),
      ),
    ),
  );

const more = ({ items, count }: Listing<unknown>, path: string): Child =>
  count > items.length &&
  h('p', null, `These are the newest ${items.length} of ${count}; the API lists all of them at ${path}.`);

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
        'You sign in by this address, so it cannot be changed here. Only an identity provider that provisions your account can change it.',
      ),
      submit('Save'),
    ),
  );

const tokens = (model: AccountModel): Child =>
  section(
    'tokens',
    'API tokens',
    h('p', null, 'A token lets a program do what you may do. Give each program its own.'),
    model.newToken &&
      h(
        'div',
        { class: 'console-notice tone-success', role: 'status' },
        h(
          'label',
          { for: 'secret' },
          `The token “${model.newToken.label}”. Copy it now: it is shown only once.`,
        ),
        h('input', {
          id: 'secret',
          class: 'console-input console-secret',
          value: model.newToken.secret,
          readonly: true,
          autocomplete: 'off',
          spellcheck: 'false',
        }),
      ),
    model.tokens.items.length > 0 &&
      table(
        'API tokens',
        ['Name', 'Begins with', 'Made', 'Last used', 'Ends', 'Revoke'],
        model.tokens.items.map((token) => [
          token.label,
          h('code', null, `${token.hint}…`),
          time(token.created),
          token.lastUsed ? time(token.lastUsed) : 'Never',
          token.expires ? time(token.expires) : 'Never',
          postForm(
            { action: `/account/tokens/${token.id}/revoke`, formToken: model.formToken },
            submit('Revoke', 'secondary', { 'aria-label': `Revoke the token ${token.label}` }),
          ),
        ]),
      ),
    more(model.tokens, '/v1/user/tokens'),
    postForm(
      { action: '/account/tokens', formToken: model.formToken, label: 'New token' },
      field('Name of a new token', { id: 'label', name: 'label', required: true, maxlength: 100 }),
      h('label', { for: 'days' }, 'It ends after'),
      h(
        'select',
        { id: 'days', name: 'days', class: 'console-input' },
        LIFETIMES.map(([value, text]) => h('option', { value, selected: value === '90' }, text)),
      ),
      submit('Make a token'),
    ),
  );

const sessions = (model: AccountModel): Child =>
  section(
    'sessions',
    'Sessions',
    h('p', null, 'The browsers in which you are signed in.'),
    model.sessions.items.length > 0 &&
      table(
        'Sessions',
        ['Browser', 'Address', 'Came by', 'Began', 'Last used', 'End'],
        model.sessions.items.map((session) => [
          [session.agent, ' ', session.isThis && h('span', { class: 'pill' }, 'This one')],
          networkAddress(session.address),
          session.way,
          time(session.created),
          time(session.lastUsed),
          postForm(
            { action: `/account/sessions/${session.id}/end`, formToken: model.formToken },
            submit('End', 'secondary', { 'aria-label': `End the session of ${session.agent}` }),
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
    return h('a', { class: 'button button-secondary', href: agreement }, 'Asks for your agreement');
  // Never nothing: on narrow screens it stands beside what it answers.
  return sso ? 'Yes' : 'No';
};

const organizations = (model: AccountModel): Child =>
  model.organizations.length > 0 &&
  section(
    'organizations',
    'Organizations',
    table(
      'Organizations',
      ['Name', 'Role', 'Single sign-on', 'Leave'],
      model.organizations.map(({ id, title, role, isClosed, sso, agreement }) => [
        [title, ' ', isClosed && h('span', { class: 'pill' }, 'Closed to you')],
        role,
        singleSignOn(sso, agreement),
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
  );

const notifications = ({ formToken, notifications: { kinds, emailAvailable } }: AccountModel): Child =>
  section(
    'notifications',
    'Notifications',
    !emailAvailable && h('p', null, 'This server sends no e-mail; what you choose here counts once it does.'),
    postForm(
      { action: '/account/notifications', formToken, label: 'Notifications' },
      table(
        'Notifications',
        ['What happens', 'In the app', 'By e-mail'],
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

/** Somebody's own account: who they are, their tokens, sessions, organizations and notifications. */
export const renderAccount = (model: AccountModel): string =>
  consolePage(
    { ...model, title: 'Your account' },
    {
      size: 'large',
      tools: postForm({ action: '/logout', formToken: model.formToken }, submit('Sign out', 'secondary')),
    },
    profile(model),
    tokens(model),
    sessions(model),
    organizations(model),
    notifications(model),
  );

/** The page on which somebody says once more that they leave an organization. */
export const renderLeaveOrganization = (
  model: Omit<ConsoleLayout, 'title'> & {
    readonly formToken: FormToken | undefined;
    readonly organization: string;
    readonly path: string;
    /** Whether its identity provider speaks for the account: sessions and tokens end then. */
    readonly isBound: boolean;
  },
): string =>
  consolePage(
    { ...model, title: 'Leave an organization' },
    { size: 'small' },
    h(
      'p',
      null,
      'You lose your role in ',
      h('strong', null, model.organization),
      ', your places in its teams, and what you alone were given there. What you wrote stays. To come back you have to be invited again.',
    ),
    model.isBound &&
      h(
        'p',
        null,
        'It signs you in by its identity provider: you are signed out everywhere, and all your tokens end.',
      ),
    postForm(
      { action: model.path, formToken: model.formToken, label: 'Leave' },
      submit('Leave this organization'),
    ),
    h('p', null, h('a', { class: 'button button-secondary', href: '/account' }, 'Stay')),
  );
