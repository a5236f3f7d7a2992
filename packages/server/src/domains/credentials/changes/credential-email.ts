import { renderLinkEmail } from '@lectern/site';
import type { Email } from '../../../kernel/email.ts';

const TEXTS = {
  'password-set': 'A password was set for your account.',
  'password-changed': 'The password of your account was changed.',
  'password-removed': 'The password of your account was removed.',
  'passkey-added': 'A passkey was added to your account.',
  'passkey-removed': 'A passkey of your account was removed.',
  'recovery-link-created':
    'An administrator of your organization created a link to set a new password or passkey for your account.',
} as const;

/** A change of how a user can sign in. */
export type CredentialChange = keyof typeof TEXTS;

/** The data of the e-mail about a change. */
export interface CredentialEmailData {
  readonly id: string;
  readonly to: Email['to'];
  readonly change: CredentialChange;
  readonly accountUrl: string;
}

/** Builds the e-mail that tells a user about a changed password or passkey. */
export const credentialEmail = ({ id, to, change, accountUrl }: CredentialEmailData): Email => ({
  id: `credential.${id}`,
  to,
  subject: TEXTS[change].replace(/\.$/, ''),
  settingsUrl: accountUrl,
  ...renderLinkEmail(
    `${TEXTS[change]} You can see and change how you sign in here:`,
    accountUrl,
    'If this was not you, sign in with a link, end all sessions, set a new password, and tell the administrator of your organization.',
  ),
});
