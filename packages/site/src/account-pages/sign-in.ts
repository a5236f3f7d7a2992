import { type Child, h } from '../html/html.ts';
import {
  type AccountPageLayout,
  accountPage,
  field,
  hidden,
  type Notice,
  passkeyForm,
  postForm,
  submit,
} from './layout.ts';

/** The model of the sign-in page. */
export interface SignInModel extends Omit<AccountPageLayout, 'title'> {
  /** The path to return to after sign-in. */
  readonly target: string;
  /** Whether this server can send sign-in links by e-mail, and the organization accepts them. */
  readonly byEmail: boolean;
  /** Whether the organization accepts passwords; by default it does. */
  readonly byPassword?: boolean | undefined;
  /** The address that was entered before. */
  readonly email?: string | undefined;
  /** Links to identity providers. */
  readonly logins: readonly { readonly label: string; readonly href: string }[];
  /** Shows a field for the organization; `name` is an organization without single sign-on that was entered before. */
  readonly bySso?: { readonly name?: string } | undefined;
  /** The name of the user who is already signed in. */
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
      'The subdomain of its sites, or its id.',
    ),
    submit('Use single sign-on', 'secondary'),
  );

const noticeOf = ({ bySso, notice }: SignInModel): Notice | undefined =>
  bySso?.name === undefined
    ? notice
    : {
        kind: 'danger',
        text: `“${bySso.name}” does not use single sign-on. Ask a colleague or the operator of this server for the correct name.`,
      };

const emailField = ({ email }: SignInModel): Child =>
  field('E-mail address', {
    id: 'email',
    name: 'email',
    type: 'email',
    value: email,
    required: true,
    maxlength: 254,
    autocomplete: 'username',
  });

const byLink = (model: SignInModel): Child =>
  postForm(
    { action: '/login', label: 'Sign in' },
    hidden('to', model.target),
    emailField(model),
    submit('E-mail me a link'),
  );

const byPassword = (model: SignInModel): Child =>
  postForm(
    { action: '/login/password', label: 'Sign in' },
    hidden('to', model.target),
    emailField(model),
    field('Password', {
      id: 'password',
      name: 'password',
      type: 'password',
      required: true,
      maxlength: 1000,
      autocomplete: 'current-password',
    }),
    h(
      'div',
      { class: 'console-buttons' },
      submit('Sign in'),
      // The same address, without a password.
      model.byEmail && submit('E-mail me a link', 'secondary', { formaction: '/login', formnovalidate: '' }),
    ),
  );

const byPasskey = ({ script, target }: SignInModel): Child =>
  script !== undefined &&
  passkeyForm(
    { action: '/login/passkey', options: '/login/passkey/options', label: 'Passkey' },
    hidden('to', target),
    submit('Sign in with a passkey', 'secondary'),
  );

const withoutMethod = ({ byEmail, byPassword: hasPasswords }: SignInModel): Child => {
  if (byEmail)
    return hasPasswords === false
      ? 'Your organization does not accept passwords.'
      : 'Without a password, enter your address and request a link.';
  return [
    'Nothing to sign in with? An administrator of your organization can create a link for you, and so can the operator of this server: ',
    h('code', null, 'npx lectern user sign-in --email <address>'),
  ];
};

/** The sign-in page. */
export const renderSignIn = (model: SignInModel): string =>
  accountPage(
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
    byPasskey(model),
    model.byPassword === false ? model.byEmail && byLink(model) : byPassword(model),
    byOrganization(model),
    h('p', null, h('small', null, withoutMethod(model))),
  );

/** The organization and the label of the identity provider of a sign-in. */
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

/** The confirmation page of a sign-in link: it takes a click, so that link scanners do not use up the link. */
export const renderSignInLink = (
  model: Omit<AccountPageLayout, 'title'> & {
    readonly email: string;
    readonly by: SsoProviderName | undefined;
    /** The organization that provisioned the account while the address was unverified. */
    readonly claimant: string | undefined;
    /** The name of another user who is signed in and will be signed out. */
    readonly insteadOf: string | undefined;
    readonly secret: string;
  },
): string =>
  accountPage(
    { ...model, title: 'Sign in' },
    { size: 'small' },
    h(
      'p',
      null,
      'You are signing in as ',
      h('strong', null, model.email),
      model.by && through(model.by),
      '.',
    ),
    model.insteadOf &&
      h('p', null, 'This will sign out ', h('strong', null, model.insteadOf), ', who is signed in now.'),
    model.claimant &&
      h(
        'p',
        null,
        'The identity provider of ',
        h('strong', null, model.claimant),
        ', or somebody whom it invited, can sign in to this account, because its e-mail address is not verified yet. Signing in here verifies it: existing sessions, API tokens, passwords and passkeys end, and single sign-on of that organization needs your consent from then on. If you belong to it, you can sign in through it instead.',
      ),
    postForm({ action: '/login/link', label: 'Sign in' }, hidden('token', model.secret), submit('Sign in')),
  );

/** A page with a message and a link. */
export const renderMessage = (
  layout: AccountPageLayout,
  text: string,
  link: { readonly href: string; readonly text: string },
): string =>
  accountPage(
    layout,
    { size: 'small' },
    h('p', null, text),
    h('p', null, h('a', { class: 'button button-secondary', href: link.href }, link.text)),
  );
