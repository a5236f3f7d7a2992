import MailComposer from 'nodemailer/lib/mail-composer';
import type { Email } from '../../kernel/email.ts';

const ADDRESS = /<([^<>]+)>$/;

/** The address in `Name <address>`, or the text itself. */
const addressIn = (mailbox: string): string => ADDRESS.exec(mailbox)?.[1] ?? mailbox;

// What people write ends up in headers, where a line break would begin another one.
const oneLine = (text: string): string => text.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ').trim();

/** A message as it travels, and whom the mail server is told that it is for. */
export const compose = async (
  from: string,
  letter: Email,
): Promise<{ envelope: { from: string; to: string[] }; content: Buffer }> => {
  const sender = addressIn(from);
  const domain = sender.slice(sender.lastIndexOf('@') + 1);
  const content = await new MailComposer({
    from,
    to: { name: oneLine(letter.to.name), address: letter.to.address },
    subject: oneLine(letter.subject),
    messageId: `<${letter.id}@${domain}>`,
    text: letter.text,
    html: letter.html,
    headers: {
      'List-Unsubscribe': `<${letter.settingsUrl}>`,
      // Neither holiday notices nor other programs are to answer.
      'Auto-Submitted': 'auto-generated',
      'X-Auto-Response-Suppress': 'All',
    },
    disableFileAccess: true,
    disableUrlAccess: true,
  })
    .compile()
    .build();
  return { envelope: { from: sender, to: [letter.to.address] }, content };
};
