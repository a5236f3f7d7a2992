import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Email } from '../../kernel/email.ts';
import { type Behaviour, type MailServer, readMessage, startMailServer } from '../../testing/mail-server.ts';
import { createMail, examineMail } from './index.ts';

const email: Email = {
  id: 'notification.abc',
  to: { name: 'Ann', address: 'ann@people.test' },
  subject: 'Bob commented on “Änderung”',
  text: 'Bob commented.',
  html: '<p>Bob commented.</p>',
  settingsUrl: 'https://docs.test/app/settings/notifications',
};

describe('e-mail', () => {
  let server: MailServer;
  beforeEach(async () => {
    server = await startMailServer();
  });
  afterEach(() => server.close());
  const mail = () => createMail({ url: server.url, from: 'Docs <docs@lectern.test>' });

  test('is sent as text and HTML, with the sender and an unsubscribe link', async () => {
    expect(await mail().send(email)).toEqual({ status: 'accepted', detail: '' });
    const { headers, body } = readMessage(server.accepted[0]!);
    expect(Object.fromEntries(headers)).toMatchObject({
      from: 'Docs <docs@lectern.test>',
      to: 'Ann <ann@people.test>',
      subject: 'Bob commented on “Änderung”',
      'message-id': '<notification.abc@lectern.test>',
      'list-unsubscribe': '<https://docs.test/app/settings/notifications>',
      'auto-submitted': 'auto-generated',
    });
    expect(body).toContain('Content-Type: text/plain');
    expect(body).toContain('Content-Type: text/html');
    expect(body).toContain('<p>Bob commented.</p>');
  });

  test('has the same message id in every attempt', async () => {
    await mail().send(email);
    await mail().send(email);
    const ids = server.accepted.map((message) => readMessage(message).headers.get('message-id'));
    expect(ids).toEqual(['<notification.abc@lectern.test>', '<notification.abc@lectern.test>']);
  });

  test.each([
    'x\r\nBcc: everybody@people.test',
    'x\nBcc: everybody@people.test\n\nAnother body',
    'x\u2028Bcc: everybody@people.test',
    'x\u0000\u000bBcc: everybody@people.test',
    'ü\r\nBcc: everybody@people.test',
  ])('contains no header injected by user input: %j', async (text) => {
    const { status } = await mail().send({ ...email, subject: text, to: { ...email.to, name: text } });
    expect(status).toBe('accepted');
    const { headers, body } = readMessage(server.accepted[0]!);
    expect(headers.has('bcc')).toBe(false);
    expect(headers.get('subject')).toContain('Bcc: everybody@people.test');
    expect(body).not.toMatch(/^Another body/m);
  });

  test.each<[Behaviour, string]>([
    [451, 'deferred'],
    [550, 'refused'],
    ['drop before the content', 'deferred'],
    ['drop after the content', 'unknown'],
  ])('to a server with the behaviour "%s" is %s', async (behaviour, expected) => {
    server.next(behaviour);
    expect((await mail().send(email)).status).toBe(expected);
    expect([server.attempts(), server.accepted]).toEqual([1, []]);
    expect((await mail().send(email)).status).toBe('accepted');
  });

  test('is not delivered if the server does not respond', async () => {
    await server.close();
    expect(await mail().send(email)).toMatchObject({
      status: 'deferred',
      detail: expect.stringContaining('ECONNREFUSED'),
    });
    expect(await examineMail({ url: server.url, from: 'a@b.test' })).toContain('ECONNREFUSED');
    server = await startMailServer();
    expect(await examineMail({ url: server.url, from: 'a@b.test' })).toBeUndefined();
  });

  test('is sent with credentials if the URL has a user', async () => {
    const strict = await startMailServer({ user: 'docs', password: 'p@ss' });
    const at = (password: string) => ({
      url: `smtp://docs:${encodeURIComponent(password)}@127.0.0.1:${strict.port}`,
      from: 'docs@lectern.test',
    });
    expect((await createMail(at('p@ss')).send(email)).status).toBe('accepted');
    const wrong = await createMail(at('wrong')).send(email);
    expect([wrong.status, wrong.detail.includes('wrong')]).toEqual(['deferred', false]);
    expect(await examineMail(at('wrong'))).toContain('535');
    await strict.close();
  });

  test('is not sent if the server does not support the configured credentials', async () => {
    const named = { url: `smtp://docs:secret@127.0.0.1:${server.port}`, from: 'docs@lectern.test' };
    expect(await createMail(named).send(email)).toMatchObject({ status: 'deferred' });
    expect([server.attempts(), await examineMail(named)]).toEqual([
      0,
      expect.stringContaining('does not support authentication'),
    ]);
  });

  test.each<[string, Record<string, string>, string]>([
    ['the greeting', { '': '554 Go away' }, 'deferred'],
    ['the sender', { MAIL: '530 Sign in first' }, 'deferred'],
    ['the recipient', { RCPT: '550 Unknown' }, 'refused'],
    ['the recipient for now', { RCPT: '450 Later' }, 'deferred'],
  ])('is deferred or refused after a rejection of %s', async (_, answers, expected) => {
    const { createServer } = await import('node:net');
    const rude = createServer((socket) => {
      socket.on('error', () => {});
      socket.write(`${answers[''] ?? '220 Hello'}\r\n`);
      socket.on('data', (data) => {
        for (const line of String(data).split('\r\n').filter(Boolean))
          socket.write(`${answers[line.slice(0, 4)] ?? '250 Fine'}\r\n`);
      });
    });
    await new Promise<void>((resolve) => rude.listen(0, '127.0.0.1', resolve));
    const { port } = rude.address() as { port: number };
    let committed = false;
    const delivery = await createMail({ url: `smtp://127.0.0.1:${port}`, from: 'a@b.test' }).send(
      email,
      async () => {
        committed = true;
      },
    );
    expect([delivery.status, committed]).toEqual([expected, false]);
    rude.close();
  });

  test('is deferred if the callback before its end fails', async () => {
    const kept = await mail().send(email, () => Promise.reject(new Error('Taken')));
    expect([kept.status, server.accepted]).toEqual(['deferred', []]);
    // Nothing of it is taken later either.
    expect((await mail().send({ ...email, id: 'next' })).status).toBe('accepted');
    expect(server.accepted.map((message) => readMessage(message).headers.get('message-id'))).toEqual([
      '<next@lectern.test>',
    ]);
  });

  test('is not delivered if the sender fails after most of it was sent', async () => {
    const large = { ...email, text: 'word '.repeat(200_000) };
    let hasBegun = false;
    const kept = await mail().send(large, async () => {
      hasBegun = true;
      // The server has had time to read all that was sent so far.
      await new Promise((resolve) => setTimeout(resolve, 100));
      throw new Error('Gone');
    });
    expect([hasBegun, kept.status, server.accepted]).toEqual([true, 'deferred', []]);
  });

  test('has a timeout for silent servers', async () => {
    const { createServer } = await import('node:net');
    const silent = createServer(() => {});
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
    const { port } = silent.address() as { port: number };
    const patient = createMail({ url: `smtp://127.0.0.1:${port}`, from: 'a@b.test', timeoutMs: 200 });
    expect((await patient.send(email)).status).toBe('deferred');
    silent.close();
  });
});
