import { renderLinkEmail } from '@lectern/site';
import { type Email, toOneLine } from '../../../kernel/email.ts';

/** Builds the e-mail that invites a user to an organization. */
export const invitationEmail = ({
  id,
  to,
  inviter,
  organization,
  url,
  settingsUrl,
}: {
  readonly id: string;
  readonly to: Email['to'];
  readonly inviter: string | undefined;
  readonly organization: string;
  readonly url: string;
  readonly settingsUrl: string;
}): Email => ({
  id: `invitation.${id}`,
  to,
  subject: toOneLine(`Invitation to ${organization}`),
  settingsUrl,
  ...renderLinkEmail(
    `${inviter ?? 'An administrator'} invites you to ${organization}. Open this link to accept; it expires in 14 days:`,
    url,
    'If you did not expect this e-mail, you can ignore it. Do not share the link: it is for your account.',
  ),
});
