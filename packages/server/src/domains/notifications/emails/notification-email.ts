import { escapeAttribute } from '@lectern/document';
import { type Email, toOneLine } from '../../../kernel/email.ts';
import type { NotificationKind } from '../notification-kinds.ts';

/** The data of the e-mail of a notification. */
export interface NotificationEmailData {
  readonly id: string;
  readonly kind: NotificationKind;
  readonly verdict: string | null;
  readonly actorName: string;
  readonly spaceTitle: string;
  readonly changeRequest: { readonly number: number; readonly subject: string } | undefined;
  readonly excerpt: string;
  readonly to: Email['to'];
  readonly url: string;
  readonly settingsUrl: string;
}

const VERDICTS: Readonly<Record<string, string>> = {
  approved: 'approved',
  'changes-requested': 'asked for changes to',
};

/** The verb of the subject line, by kind of notification: "Ann mentioned you in Guides". */
const SUBJECT_VERBS: Readonly<Record<NotificationKind, (data: NotificationEmailData) => string>> = {
  mention: () => 'mentioned you in',
  reply: () => 'replied in',
  comment: () => 'commented on',
  'review-requested': () => 'asks for your review of',
  'review-submitted': ({ verdict }) => VERDICTS[verdict ?? ''] ?? 'reviewed',
  'change-request-merged': () => 'merged',
  'git-sync-failed': () => 'reports a failed git synchronization of',
};

const targetOf = ({ spaceTitle, changeRequest }: NotificationEmailData): string => {
  const space = spaceTitle || 'a space without a title';
  if (!changeRequest) return space;
  const { number, subject } = changeRequest;
  return `${subject ? `“${subject}” (#${number})` : `#${number}`} in ${space}`;
};

const textBody = (subject: string, quote: string, { url, settingsUrl }: NotificationEmailData): string =>
  [
    `${subject}${quote ? ':' : '.'}`,
    ...(quote ? [`> ${quote}`] : []),
    url,
    `-- \nNotification settings: ${settingsUrl}`,
  ].join('\n\n');

const htmlBody = (subject: string, quote: string, { url, settingsUrl }: NotificationEmailData): string =>
  `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<p>${escapeAttribute(subject)}${quote ? ':' : '.'}</p>
${quote ? `<blockquote>${escapeAttribute(quote)}</blockquote>\n` : ''}<p><a href="${escapeAttribute(url)}">${escapeAttribute(url)}</a></p>
<p><small><a href="${escapeAttribute(settingsUrl)}">Notification settings</a></small></p>
</html>
`;

/** Builds the e-mail of a notification, such as a mention: what happened, a quote, and a link. */
export const notificationEmail = (data: NotificationEmailData): Email => {
  const subject = toOneLine(`${data.actorName} ${SUBJECT_VERBS[data.kind](data)} ${targetOf(data)}`);
  const quote = toOneLine(data.excerpt);
  return {
    id: `notification.${data.id}`,
    to: data.to,
    subject,
    text: textBody(subject, quote, data),
    html: htmlBody(subject, quote, data),
    settingsUrl: data.settingsUrl,
  };
};
