import { type Child, h } from '../html/html.ts';
import { type ConsoleLayout, consolePage, field, hidden, type Notice, postForm, submit } from './frame.ts';

/** The page that people come to who have to sign in. */
export interface SignInModel extends Omit<ConsoleLayout, 'title'> {
  /** Where they go from there: a path of this server. */
  readonly target: string;
  /** Whether this server can send them a link. */
  readonly byEmail: boolean;
  /** The identity providers that they may come from. */
  readonly logins: readonly { readonly label: string; readonly href: string }[];
  /** Whether they may say which organization is theirs, and which they said that has no way in. */
  readonly bySso?: { readonly name?: string } | undefined;
  /** The name of whoever is signed in already. */
  readonly signedInAs?: string | undefined;
}

const byOrganization = ({ bySso, target }: SignInModel): Child =>
  bySso &&
  h(
    'form',
    { method: 'get', action: '/login/organizations', 'aria-label': 'Single sign-on' },
    hidden('to', target),
    field(
      'Your organization',
      {
        id: 'organization',
        name: 'organization',
        required: true,
        maxlength: 64,
        autocapitalize: 'none',
        spellcheck: 'false',
      },
      'Its name in the addresses of its sites, or its id.',
    ),
    submit('Use single sign-on', 'secondary'),
  );

const noticeOf = ({ bySso, notice }: SignInModel): Notice | undefined =>
  bySso?.name === undefined
    ? notice
    : {
        kind: 'danger',
        text: `There is no single sign-on for “${bySso.name}”. Ask a colleague, or whoever runs this server, for the name.`,
      };

/** How to sign in. */
export const renderSignIn = (model: SignInModel): string =>
  consolePage(
    { ...model, title: 'Sign in', notice: noticeOf(model) },
    { size: 'small' },
    model.signedInAs !== undefined && [
      h('p', null, 'You are signed in as ', h('strong', null, model.signedInAs), '.'),
      h('p', null, h('a', { class: 'button button-secondary', href: '/account' }, 'Your account')),
    ],
    model.logins.length > 0 &&
      h(
        'ul',
        { class: 'console-logins' },
        model.logins.map(({ label, href }) =>
          h('li', null, h('a', { class: 'button button-secondary', href }, `Continue with ${label}`)),
        ),
      ),
    model.byEmail &&
      postForm(
        { action: '/login', label: 'Sign in by e-mail' },
        hidden('to', model.target),
        field(
          'E-mail address',
          {
            id: 'email',
            name: 'email',
            type: 'email',
            required: true,
            maxlength: 254,
            autocomplete: 'email',
          },
          'You are sent a link that signs you in, once.',
        ),
        submit('Send a link'),
      ),
    byOrganization(model),
    !model.byEmail &&
      model.logins.length === 0 &&
      !model.bySso &&
      h(
        'p',
        null,
        'This server sends no e-mail. Whoever runs it can make a link that signs you in: ',
        h('code', null, 'npx lectern user sign-in --email <address>'),
        '.',
      ),
  );

/** Who signs somebody in: an organization, through its identity provider. */
export interface SsoProviderName {
  readonly organization: string;
  readonly provider: string;
}

const through = ({ organization, provider }: SsoProviderName): Child => [
  ' to ',
  h('strong', null, organization),
  ', through ',
  h('strong', null, provider),
];

/** The page behind a link: signing in takes a click, so that programs that look at links do not use them up. */
export const renderSignInLink = (
  model: Omit<ConsoleLayout, 'title'> & {
    readonly email: string;
    readonly by: SsoProviderName | undefined;
    /** The organization that made the account before anybody showed whose the address is. */
    readonly claimant: string | undefined;
    /** Who is signed in here until then, if it is somebody else. */
    readonly insteadOf: string | undefined;
    readonly secret: string;
  },
): string =>
  consolePage(
    { ...model, title: 'Sign in' },
    { size: 'small' },
    h('p', null, 'You sign in as ', h('strong', null, model.email), model.by && through(model.by), '.'),
    model.insteadOf &&
      h('p', null, 'That signs out ', h('strong', null, model.insteadOf), ', who is signed in here now.'),
    model.claimant &&
      h(
        'p',
        null,
        'The identity provider of ',
        h('strong', null, model.claimant),
        ' signs people in to this account, though nobody has shown yet that the address is theirs. Signing in here shows it: from then on that takes your agreement, and sessions and tokens made so far end. If you belong to that organization, you can sign in through it instead.',
      ),
    postForm({ action: '/login/link', label: 'Sign in' }, hidden('token', model.secret), submit('Sign in')),
  );

/** A page that says one thing. */
export const renderMessage = (
  frame: ConsoleLayout,
  text: string,
  link: { readonly href: string; readonly text: string },
): string =>
  consolePage(
    frame,
    { size: 'small' },
    h('p', null, text),
    h('p', null, h('a', { class: 'button button-secondary', href: link.href }, link.text)),
  );
