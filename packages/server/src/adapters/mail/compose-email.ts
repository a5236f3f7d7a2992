import MailComposer from 'nodemailer/lib/mail-composer';
import { type Email, toOneLine } from '../../kernel/email.ts';

const ADDRESS = /<([^<>]+)>$/;

/** The address in `Name <address>`, or the text itself. */
const addressIn = (mailbox: string): string => ADDRESS.exec(mailbox)?.[1] ?? mailbox;

/** The MIME message of an e-mail and its SMTP envelope. */
export const compose = async (
  from: string,
  email: Email,
): Promise<{ envelope: { from: string; to: string[] }; content: Buffer }> => {
  const sender = addressIn(from);
  const domain = sender.slice(sender.lastIndexOf('@') + 1);
  const content = await new MailComposer({
    from,
    to: { name: toOneLine(email.to.name), address: email.to.address },
    subject: toOneLine(email.subject),
    messageId: `<${email.id}@${domain}>`,
    text: email.text,
    html: email.html,
    headers: {
      'List-Unsubscribe': `<${email.settingsUrl}>`,
      // Suppresses automatic replies.
      'Auto-Submitted': 'auto-generated',
      'X-Auto-Response-Suppress': 'All',
    },
    disableFileAccess: true,
    disableUrlAccess: true,
  })
    .compile()
    .build();
  return { envelope: { from: sender, to: [email.to.address] }, content };
};
