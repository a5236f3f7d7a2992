import { type Child, h } from '../html/html.ts';
import { type Moment, section, table, time } from './account-sections.ts';
import { type FormToken, field, passkeyForm, postForm, submit } from './layout.ts';

/** The part of the account page about passwords and passkeys. */
export interface CredentialsModel {
  readonly formToken: FormToken | undefined;
  readonly password: {
    readonly isSet: boolean;
    /** Whether the user has no other way to sign in. */
    readonly isOnlyMethod: boolean;
    /** Whether the user signed in a short time ago: then the present password is not needed. */
    readonly isRecentSignIn: boolean;
    readonly minLength: number;
  };
  /** Whether the user has one passkey and no other way to sign in. */
  readonly isOnlyPasskey: boolean;
  /** Undefined where browsers offer no passkeys for this server. */
  readonly passkeys:
    | readonly {
        readonly id: string;
        readonly name: string;
        readonly created: Moment;
        readonly lastUsed?: Moment | undefined;
      }[]
    | undefined;
}

const presentPassword = ({ password: { isSet, isRecentSignIn } }: CredentialsModel, id: string): Child =>
  isSet &&
  field(
    'Present password',
    {
      id,
      name: 'present',
      type: 'password',
      required: !isRecentSignIn,
      maxlength: 1000,
      autocomplete: 'current-password',
    },
    isRecentSignIn ? 'Optional: you signed in a short time ago.' : undefined,
  );

const onlyMethod = (name: string): Child =>
  h(
    'p',
    { role: 'note' },
    h('strong', null, `This ${name} is your only way to sign in.`),
    ' Without it, you need a link from an administrator or the operator of the server as soon as this session ends. Set up another way first.',
  );

/** The section for the password. */
export const passwordSection = (model: CredentialsModel): Child => {
  const { isSet, isOnlyMethod, isRecentSignIn, minLength } = model.password;
  return section(
    'password',
    'Password',
    h(
      'p',
      null,
      isSet
        ? 'You can sign in with your e-mail address and a password. Changing or removing it ends your other sessions.'
        : 'With a password you can sign in without an e-mailed link.',
    ),
    !isSet && !isRecentSignIn
      ? h(
          'p',
          null,
          'To set a password, ',
          h('a', { href: '/login?to=/account' }, 'sign in again'),
          ' first: your sign-in is more than an hour old or was through single sign-on.',
        )
      : postForm(
          { action: '/account/password', formToken: model.formToken, label: 'Password' },
          presentPassword(model, 'present'),
          field(
            'New password',
            {
              id: 'new-password',
              name: 'password',
              type: 'password',
              required: true,
              minlength: minLength,
              maxlength: 200,
              autocomplete: 'new-password',
            },
            `At least ${minLength} characters. Several words are easier to remember than signs.`,
          ),
          submit(isSet ? 'Change password' : 'Set password'),
        ),
    isSet &&
      h(
        'details',
        { class: 'console-details' },
        h('summary', null, 'Remove password'),
        postForm(
          { action: '/account/password/remove', formToken: model.formToken, label: 'Remove password' },
          isOnlyMethod && onlyMethod('password'),
          presentPassword(model, 'present-for-removal'),
          submit('Remove password', 'secondary'),
        ),
      ),
  );
};

/** The section for passkeys. */
export const passkeysSection = ({
  passkeys: items,
  isOnlyPasskey,
  password: { isRecentSignIn },
  formToken,
}: CredentialsModel): Child =>
  items &&
  section(
    'passkeys',
    'Passkeys',
    h(
      'p',
      null,
      'A passkey signs you in with the fingerprint, face or PIN of your device, or with a security key. It cannot be guessed, and works only on this server.',
    ),
    isOnlyPasskey && onlyMethod('passkey'),
    items.length > 0 &&
      table(
        'Passkeys',
        ['Name', 'Created', 'Last used', 'Remove'],
        items.map(({ id, name, created, lastUsed }) => [
          postForm(
            { action: `/account/passkeys/${id}/rename`, formToken, label: `Rename passkey ${name}` },
            h(
              'div',
              { class: 'console-inline' },
              h('input', {
                class: 'console-input',
                name: 'name',
                value: name,
                required: true,
                maxlength: 100,
                'aria-label': `Name of passkey ${name}`,
              }),
              submit('Rename', 'secondary', { 'aria-label': `Rename passkey ${name}` }),
            ),
          ),
          time(created),
          lastUsed ? time(lastUsed) : 'Never',
          postForm(
            { action: `/account/passkeys/${id}/remove`, formToken },
            submit('Remove', 'secondary', { 'aria-label': `Remove passkey ${name}` }),
          ),
        ]),
      ),
    isRecentSignIn
      ? passkeyForm(
          {
            action: '/account/passkeys',
            options: '/account/passkeys/options',
            formToken,
            label: 'New passkey',
          },
          field(
            'Passkey name',
            { id: 'passkey-name', name: 'name', required: true, maxlength: 100 },
            'For example, the name of this device.',
          ),
          submit('Add passkey'),
        )
      : h(
          'p',
          null,
          'To add or remove a passkey, ',
          h('a', { href: '/login?to=/account' }, 'sign in again'),
          ' first: your sign-in is more than an hour old or was through single sign-on.',
        ),
  );
