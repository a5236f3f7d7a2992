import { h } from '../html/html.ts';
import { type AccountPageLayout, accountPage, hidden, postForm } from './layout.ts';
import { newCredential } from './new-credential.ts';

/** The page on which a member sets a new password or passkey with the link of an administrator. */
export const renderRecovery = (
  model: Omit<AccountPageLayout, 'title'> & {
    readonly email: string;
    readonly organization: string;
    readonly secret: string;
    /** Whether the organizations of the user accept passwords. */
    readonly password: boolean;
    readonly minLength: number;
    /** The number of API tokens of the user. */
    readonly apiTokens: number;
    /** The name of a user who is signed in and will be signed out. */
    readonly insteadOf: string | undefined;
  },
): string =>
  accountPage(
    { ...model, title: 'Set a new way to sign in' },
    { size: 'small' },
    h(
      'p',
      null,
      'An administrator of ',
      h('strong', null, model.organization),
      ' created this link for ',
      h('strong', null, model.email),
      '. When you continue, all other sessions of this account end.',
    ),
    model.insteadOf !== undefined &&
      h('p', null, h('strong', null, model.insteadOf), ' is signed in now and will be signed out.'),
    postForm(
      { action: '/login/recovery', label: 'New way to sign in' },
      hidden('token', model.secret),
      // Password managers store the password with this address.
      h('input', {
        type: 'email',
        name: 'email',
        value: model.email,
        autocomplete: 'username',
        readonly: true,
        hidden: true,
      }),
      newCredential({
        password: model.password,
        minLength: model.minLength,
        passkeyOptions: model.script === undefined ? undefined : '/login/recovery/passkey/options',
        action: 'Continue',
        more:
          model.apiTokens > 0 &&
          h(
            'label',
            { class: 'console-choice' },
            h('input', { type: 'checkbox', name: 'revokeTokens', value: 'on' }),
            ` Also revoke ${model.apiTokens === 1 ? 'the API token' : `all ${model.apiTokens} API tokens`} of this account, in case somebody else had access to it`,
          ),
      }),
    ),
  );
