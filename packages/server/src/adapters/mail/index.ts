import { Readable } from 'node:stream';
import { parseConnectionUrl } from 'nodemailer/lib/shared';
import SMTPConnection from 'nodemailer/lib/smtp-connection';
import type { DeliveryResult, Email, EmailSender } from '../../kernel/email.ts';
import { compose } from './compose-email.ts';

/** The mail server and the sender. */
export interface MailOptions {
  readonly url: string;
  readonly from: string;
  /** The timeout for each reply of the mail server. */
  readonly timeoutMs?: number;
}

// Well below the timeout of the job, after which another process would send the e-mail again.
const TIMEOUT_MS = 30_000;

type SmtpError = Error & { readonly responseCode?: number; readonly command?: string };

/** Opens a connection and authenticates if the URL has a user. */
const connect = async (
  { url, timeoutMs = TIMEOUT_MS }: MailOptions,
  use: (connection: SMTPConnection, fail: (error: SmtpError) => void, done: () => void) => void,
): Promise<void> => {
  const { auth, ...options } = parseConnectionUrl(url);
  const connection = new SMTPConnection({
    ...options,
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
  });
  try {
    await new Promise<void>((resolve, reject) => {
      const ready = () => use(connection, reject, resolve);
      connection.on('error', reject);
      connection.once('end', () => reject(new Error('The mail server closed the connection')));
      connection.connect((error) => {
        if (error) reject(error);
        else if (!auth) ready();
        // With a user in the URL, nothing is sent without authentication.
        else if (!connection.allowsAuth)
          reject(new Error('The mail server does not support authentication, but SMTP_URL has a user'));
        else connection.login(auth, (refused) => (refused ? reject(refused) : ready()));
      });
    });
    connection.quit();
  } catch (error) {
    connection.close();
    throw error;
  }
};

// Commands whose rejection concerns the message. Others, such as a wrong password, can be fixed by the operator.
const MESSAGE_COMMANDS = ['RCPT TO', 'DATA'];

const statusOf = ({ responseCode, command }: SmtpError, isSent: boolean): DeliveryResult['status'] => {
  if (responseCode !== undefined)
    return responseCode >= 500 && MESSAGE_COMMANDS.includes(command ?? '') ? 'refused' : 'deferred';
  // A message whose end was not sent cannot have been accepted.
  return isSent ? 'unknown' : 'deferred';
};

/** Sends e-mail through an SMTP server, one connection per message. */
export const createMail = (options: MailOptions): EmailSender => ({
  send: async (email: Email, onCommit = async () => {}): Promise<DeliveryResult> => {
    let isSent = false;
    try {
      const { envelope, content } = await compose(options.from, email);
      // Read only after the server has accepted DATA. From its end on, the delivery may have succeeded.
      const parts = async function* () {
        yield content;
        await onCommit();
      };
      const message = Readable.from(parts()).once('end', () => {
        isSent = true;
      });
      await connect(options, (connection, fail, done) =>
        connection.send(envelope, message, (error) => (error ? fail(error) : done())),
      );
      return { status: 'accepted', detail: '' };
    } catch (error) {
      return { status: statusOf(error as SmtpError, isSent), detail: (error as Error).message };
    }
  },
});

/** Connects to the mail server and authenticates; the error message if that fails. */
export const examineMail = async (options: MailOptions): Promise<string | undefined> => {
  try {
    await connect(options, (_connection, _fail, done) => done());
    return undefined;
  } catch (error) {
    return (error as Error).message;
  }
};
