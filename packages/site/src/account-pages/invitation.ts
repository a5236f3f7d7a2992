import { type Child, h } from '../html/html.ts';
import {
  type AccountPageLayout,
  accountPage,
  type FormToken,
  field,
  hidden,
  postForm,
  submit,
} from './layout.ts';
import { newCredential } from './new-credential.ts';

/** What the visitor of an invitation page does next. */
type Step =
  /** Accept as the signed-in user. */
  | {
      readonly kind: 'accept';
      readonly action: string;
      readonly as: string;
      readonly formToken: FormToken | undefined;
    }
  /** Sign in as the invited user. */
  | { readonly kind: 'sign-in'; readonly href: string; readonly email: string }
  /** Choose a password or passkey for the invited address. */
  | { readonly kind: 'enroll'; readonly insteadOf: string | undefined }
  /** Get a link by e-mail, as a new user. */
  | { readonly kind: 'verify-email' }
  /** Create an account. */
  | { readonly kind: 'register'; readonly action: string };

/** The model of an invitation page: who invites to what, as whom. */
export interface InvitationModel extends Omit<AccountPageLayout, 'title'> {
  readonly organization: string;
  readonly content: { readonly kind: 'space' | 'collection'; readonly title: string } | undefined;
  readonly inviter: string | undefined;
  /** Null for guests. */
  readonly role: string | null;
  readonly disabledMethods: readonly string[];
  /** The path of the page. */
  readonly path: string;
  /** The secret of an invitation by e-mail address. */
  readonly secret?: string | undefined;
  readonly person: { readonly displayName?: string | undefined; readonly email?: string | undefined };
  readonly minLength: number;
  readonly step: Step;
}

const ROLES: Readonly<Record<string, string>> = {
  admin: 'an administrator, who manages the organization',
  create: 'a creator, who can create and change all content',
  review: 'a reviewer, who can edit and merge changes',
  edit: 'an editor, who can edit content',
  comment: 'a commenter, who can read and comment',
  read: 'a reader',
};

const METHODS: Readonly<Record<string, string>> = {
  password: 'passwords',
  passkey: 'passkeys',
  email: 'sign-in links by e-mail',
};

const invitation = ({ inviter, organization, content, role }: InvitationModel): Child => [
  h(
    'p',
    null,
    inviter === undefined ? 'You are invited' : [h('strong', null, inviter), ' invites you'],
    ' to ',
    content && [`the ${content.kind} `, h('strong', null, content.title), ' of '],
    h('strong', null, organization),
    '.',
  ),
  h('p', null, 'You join as ', role === null ? 'a guest' : (ROLES[role] ?? role), '.'),
];

const rules = ({ disabledMethods }: InvitationModel): Child =>
  disabledMethods.length > 0 &&
  h(
    'p',
    null,
    `This organization does not accept ${disabledMethods.map((method) => METHODS[method] ?? method).join(' and ')}. When you join, this applies to your whole account.`,
  );

const nameField = ({ person }: InvitationModel): Child =>
  field('Your name', {
    id: 'displayName',
    name: 'displayName',
    value: person.displayName,
    required: true,
    maxlength: 64,
    autocomplete: 'name',
  });

const emailField = (attributes: Readonly<Record<string, string | number | boolean | undefined>>): Child =>
  field('E-mail address', {
    id: 'email',
    name: 'email',
    type: 'email',
    required: true,
    maxlength: 254,
    autocomplete: 'username',
    ...attributes,
  });

const credential = (model: InvitationModel): Child =>
  newCredential({
    password: !model.disabledMethods.includes('password'),
    minLength: model.minLength,
    passkeyOptions: model.script === undefined ? undefined : `${model.path}/passkey/options`,
    action: 'Join',
  });

const signInInstead = ({ path }: InvitationModel): Child =>
  h(
    'p',
    null,
    'You have an account? ',
    h('a', { href: `/login?to=${encodeURIComponent(path)}` }, 'Sign in'),
    ' first.',
  );

const next = (model: InvitationModel): Child => {
  const { step, secret } = model;
  switch (step.kind) {
    case 'accept':
      return [
        h('p', null, 'You are signed in as ', h('strong', null, step.as), '.'),
        postForm(
          { action: step.action, formToken: step.formToken, label: 'Accept' },
          secret !== undefined && hidden('token', secret),
          submit('Accept'),
        ),
        secret === undefined &&
          h(
            'p',
            null,
            'Not you? ',
            h('a', { href: `/login?to=${encodeURIComponent(model.path)}` }, 'Sign in with another account'),
            '.',
          ),
      ];
    case 'sign-in':
      return [
        h('p', null, 'Sign in as ', h('strong', null, step.email), ' to accept.'),
        h('p', null, h('a', { class: 'button button-primary', href: step.href }, 'Sign in')),
      ];
    case 'enroll':
      return [
        step.insteadOf !== undefined &&
          h('p', null, h('strong', null, step.insteadOf), ' is signed in now and will be signed out.'),
        postForm(
          { action: model.path, label: 'Join' },
          secret !== undefined && hidden('token', secret),
          nameField(model),
          emailField({ value: model.person.email, readonly: true }),
          credential(model),
        ),
      ];
    case 'verify-email':
      return [
        signInInstead(model),
        h('p', null, 'Otherwise we send you a link that creates your account.'),
        postForm(
          { action: '/login', label: 'New account' },
          hidden('to', model.path),
          emailField({ value: model.person.email }),
          submit('E-mail me a link'),
        ),
      ];
    case 'register':
      return [
        signInInstead(model),
        h('p', null, 'Otherwise create your account here.'),
        postForm(
          { action: step.action, label: 'New account' },
          nameField(model),
          emailField({ value: model.person.email }),
          credential(model),
        ),
      ];
  }
};

/** The page on which an invitation is accepted. */
export const renderInvitation = (model: InvitationModel): string =>
  accountPage(
    { ...model, title: 'Invitation' },
    { size: 'small' },
    invitation(model),
    rules(model),
    next(model),
  );
