import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { SMTPServer } from 'smtp-server';

/** What a mail server does with a message: take it, answer with a code, or hang up at one moment or another. */
export type Behaviour = 'accept' | 451 | 550 | 'drop before the content' | 'drop after the content';

const refusal = (responseCode: number) => Object.assign(new Error('Not now'), { responseCode });

/** A mail server that does as it is told, one behaviour per message, and takes whatever comes after that. */
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
  // Connections that break are what some tests are about.
  smtp.on('error', () => {});
  await new Promise<void>((resolve) => smtp.listen(0, '127.0.0.1', resolve));
  const { port } = smtp.server.address() as AddressInfo;
  return {
    url: `smtp://127.0.0.1:${port}`,
    port,
    /** The messages that were taken, as they came. */
    accepted,
    /** How often somebody got as far as naming a recipient. */
    attempts: () => attempts,
    /** How long it thinks, in milliseconds: about the recipient of an attempt, and before it says that it has taken a message. */
    delays,
    next: (...more: Behaviour[]) => behaviours.push(...more),
    close: () => new Promise<void>((resolve) => smtp.close(() => resolve())),
  };
};

/** A mail server for tests. */
export type MailServer = Awaited<ReturnType<typeof startMailServer>>;

/** A message as its reader has it: headers unfolded, and what is encoded in them decoded. */
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
