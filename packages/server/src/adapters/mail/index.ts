import { Readable } from 'node:stream';
import { parseConnectionUrl } from 'nodemailer/lib/shared';
import SMTPConnection from 'nodemailer/lib/smtp-connection';
import type { DeliveryResult, Email, EmailSender } from '../../kernel/email.ts';
import { compose } from './compose.ts';

/** Which mail server, and in whose name. */
export interface MailOptions {
  readonly url: string;
  readonly from: string;
  /** How long a mail server may be silent. */
  readonly timeoutMs?: number;
}

// What runs longer than a job may is given to another process: silence must end well before.
const TIMEOUT_MS = 30_000;

type Fault = Error & { readonly responseCode?: number; readonly command?: string };

/** Opens a connection, greets, and signs in where the address has a user. */
const connect = async (
  { url, timeoutMs = TIMEOUT_MS }: MailOptions,
  use: (connection: SMTPConnection, fail: (error: Fault) => void, done: () => void) => void,
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
      const enter = () => use(connection, reject, resolve);
      connection.on('error', reject);
      connection.once('end', () => reject(new Error('The connection was closed')));
      connection.connect((error) => {
        if (error) reject(error);
        else if (!auth) enter();
        // Nothing goes out in nobody's name where a name was given.
        else if (!connection.allowsAuth) reject(new Error('The mail server lets nobody sign in'));
        else connection.login(auth, (refused) => (refused ? reject(refused) : enter()));
      });
    });
    connection.quit();
  } catch (error) {
    connection.close();
    throw error;
  }
};

// What is said before is about us, not about the message: a wrong password is mended, and then the message goes.
const ABOUT_MESSAGES = ['RCPT TO', 'DATA'];

const fateOf = ({ responseCode, command }: Fault, isOut: boolean): DeliveryResult['status'] => {
  if (responseCode !== undefined)
    return responseCode >= 500 && ABOUT_MESSAGES.includes(command ?? '') ? 'refused' : 'deferred';
  // Whoever was not given the end of a message cannot have accepted it.
  return isOut ? 'unknown' : 'deferred';
};

/** Sends through an SMTP server, one connection per message, and tells what became of it. */
export const createMail = (options: MailOptions): EmailSender => ({
  send: async (letter: Email, onCommit = async () => {}): Promise<DeliveryResult> => {
    let isOut = false;
    try {
      const { envelope, content } = await compose(options.from, letter);
      // Read only once the server has asked for it; its end is the moment from which nothing is certain.
      const parts = async function* () {
        yield content;
        await onCommit();
      };
      const message = Readable.from(parts()).once('end', () => {
        isOut = true;
      });
      await connect(options, (connection, fail, done) =>
        connection.send(envelope, message, (error) => (error ? fail(error) : done())),
      );
      return { status: 'accepted', detail: '' };
    } catch (error) {
      return { status: fateOf(error as Fault, isOut), detail: (error as Error).message };
    }
  },
});

/** Whether the mail server answers and lets us in; what is wrong, if not. */
export const examineMail = async (options: MailOptions): Promise<string | undefined> => {
  try {
    await connect(options, (_connection, _fail, done) => done());
    return undefined;
  } catch (error) {
    return (error as Error).message;
  }
};
