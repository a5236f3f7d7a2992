import { type Child, h } from '../html/html.ts';
import { field, hidden, submit } from './layout.ts';

/** The part of a form in which somebody without a session chooses a password or a passkey. */
export interface NewCredentialModel {
  /** Whether passwords are accepted. */
  readonly password: boolean;
  readonly minLength: number;
  /** The path of the options for a passkey; undefined where there are no passkeys. */
  readonly passkeyOptions: string | undefined;
  /** What the buttons do. */
  readonly action: string;
  /** What else the form asks for. */
  readonly more?: Child;
}

/** The password field and the buttons; the script shows the one for a passkey. */
export const newCredential = ({
  password,
  minLength,
  passkeyOptions,
  action,
  more,
}: NewCredentialModel): Child => [
  password &&
    field(
      'Password',
      {
        id: 'password',
        name: 'password',
        type: 'password',
        required: true,
        minlength: minLength,
        maxlength: 200,
        autocomplete: 'new-password',
      },
      `At least ${minLength} characters. Several words are easier to remember than signs.`,
    ),
  hidden('credential', ''),
  more,
  h(
    'div',
    { class: 'console-buttons' },
    password && submit(action),
    passkeyOptions !== undefined &&
      h(
        'button',
        {
          type: 'submit',
          class: `button button-${password ? 'secondary' : 'primary'}`,
          'data-passkey': passkeyOptions,
          hidden: true,
        },
        `${action} with a passkey`,
      ),
  ),
  passkeyOptions !== undefined && [
    h('p', { class: 'console-notice tone-danger', role: 'alert', hidden: true }),
    h(
      'p',
      null,
      h(
        'small',
        null,
        'A passkey signs you in with the fingerprint, face or PIN of your device, without a password.',
      ),
    ),
  ],
];
