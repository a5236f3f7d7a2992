import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { SMTPServer } from 'smtp-server';

/** The reaction to a message: accept it, reply with a code, or drop the connection. */
export type Behaviour = 'accept' | 451 | 550 | 'drop before the content' | 'drop after the content';

const refusal = (responseCode: number) => Object.assign(new Error('Not now'), { responseCode });

/** A mail server with a given behaviour for each message; accepts all further messages. */
export const startMailServer = async (options: { user?: string; password?: string } = {}) => {
  const behaviours: Behaviour[] = [];
  const accepted: string[] = [];
  const delays = { recipient: (_attempt: number) => 0, answer: 0 };
  let attempts = 0;
  const after = (milliseconds: number, done: () => void) => void setTimeout(done, milliseconds);
  const hangUp = () => {
    for (const connection of smtp.connections) connection._socket.destroy();
  };
  const smtp = new SMTPServer({
    disabledCommands: options.user ? ['STARTTLS'] : ['STARTTLS', 'AUTH'],
    allowInsecureAuth: true,
    disableReverseLookup: true,
    authOptional: !options.user,
    onAuth: ({ username, password }, _session, done) =>
      username === options.user && password === options.password
        ? done(null, { user: username })
        : done(new Error('Wrong password')),
    onRcptTo: (_address, _session, done) => {
      attempts++;
      if (behaviours[0] !== 'drop before the content') return after(delays.recipient(attempts), done);
      behaviours.shift();
      hangUp();
    },
    onData: (stream, _session, done) => {
      text(stream).then((content) => {
        const behaviour = behaviours.shift() ?? 'accept';
        if (behaviour === 'accept') {
          accepted.push(content);
          after(delays.answer, done);
        } else if (typeof behaviour === 'number') done(refusal(behaviour));
        else hangUp();
      }, done);
    },
  });
  // Some tests break connections on purpose.
  smtp.on('error', () => {});
  await new Promise<void>((resolve) => smtp.listen(0, '127.0.0.1', resolve));
  const { port } = smtp.server.address() as AddressInfo;
  return {
    url: `smtp://127.0.0.1:${port}`,
    port,
    /** The accepted messages. */
    accepted,
    /** The number of attempts that sent a recipient. */
    attempts: () => attempts,
    /** Delays in milliseconds: after the recipient, and before a message is accepted. */
    delays,
    next: (...more: Behaviour[]) => behaviours.push(...more),
    close: () => new Promise<void>((resolve) => smtp.close(() => resolve())),
  };
};

/** A mail server for tests. */
export type MailServer = Awaited<ReturnType<typeof startMailServer>>;

/** Parses a message: unfolds and decodes its headers. */
export const readMessage = (message: string) => {
  const [head = '', ...rest] = message.replaceAll('\r\n', '\n').split('\n\n');
  const headers = new Map(
    head
      .replaceAll(/\n[ \t]+/g, ' ')
      .split('\n')
      .map((line) => {
        const colon = line.indexOf(':');
        return [line.slice(0, colon).toLowerCase(), decodeWords(line.slice(colon + 1).trim())] as const;
      }),
  );
  return { headers, body: decodeQuoted(rest.join('\n\n').replaceAll('=\n', '')) };
};

const decodeQuoted = (quoted: string): string =>
  Buffer.from(
    quoted.replaceAll(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  ).toString();

const decodeWords = (value: string): string =>
  value
    .replaceAll(/\?=\s+=\?/g, '?==?')
    .replaceAll(/=\?utf-8\?([QB])\?([^?]*)\?=/gi, (_, encoding: string, content: string) =>
      encoding.toUpperCase() === 'B'
        ? Buffer.from(content, 'base64').toString()
        : decodeQuoted(content.replaceAll('_', ' ')),
    );
