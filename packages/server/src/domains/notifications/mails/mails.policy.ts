import type { Email } from '../../../kernel/email.ts';
import type { Kind } from '../notifications.policy.ts';

/** What a mail tells. */
export interface Told {
  readonly id: string;
  readonly kind: Kind;
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

const DID: Readonly<Record<Kind, (told: Told) => string>> = {
  mention: () => 'mentioned you in',
  reply: () => 'replied in',
  comment: () => 'commented on',
  'review-requested': () => 'asks for your review of',
  'review-submitted': ({ verdict }) => VERDICTS[verdict ?? ''] ?? 'reviewed',
  'change-request-merged': () => 'merged',
};

const placeOf = ({ spaceTitle, changeRequest }: Told): string => {
  const space = spaceTitle || 'a space without a title';
  if (!changeRequest) return space;
  const { number, subject } = changeRequest;
  return `${subject ? `“${subject}” (#${number})` : `#${number}`} in ${space}`;
};

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

const escaped = (text: string): string => text.replaceAll(/[&<>"']/g, (character) => ENTITIES[character]!);

// What people write must not begin lines of its own.
const oneLine = (text: string): string => text.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ').trim();

/** Who did what where, how it begins, and where to go from there. */
export const toLetter = (told: Told): Email => {
  const subject = oneLine(`${told.actorName} ${DID[told.kind](told)} ${placeOf(told)}`);
  const quote = oneLine(told.excerpt);
  return {
    id: `notification.${told.id}`,
    to: told.to,
    subject,
    text: [
      `${subject}${quote ? ':' : '.'}`,
      ...(quote ? [`> ${quote}`] : []),
      told.url,
      `-- \nWhat you are told, and how: ${told.settingsUrl}`,
    ].join('\n\n'),
    html: `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<p>${escaped(subject)}${quote ? ':' : '.'}</p>
${quote ? `<blockquote>${escaped(quote)}</blockquote>\n` : ''}<p><a href="${escaped(told.url)}">${escaped(told.url)}</a></p>
<p><small><a href="${escaped(told.settingsUrl)}">What you are told, and how</a></small></p>
</html>
`,
    settingsUrl: told.settingsUrl,
  };
};
