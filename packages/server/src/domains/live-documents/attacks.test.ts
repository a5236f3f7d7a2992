import { sharedPage } from '@lectern/document/live';
import { describe, expect, test } from 'vitest';
import * as Y from 'yjs';
import { signedInBrowser } from '../../testing/browser-client.ts';
import { createLiveSpace } from '../../testing/content-factory.ts';
import { createLiveEditor, type LiveEditor, openLiveSocket } from '../../testing/live-editor.ts';
import { type Person, type TestOrganization, type TestServer, testClock } from '../../testing/server.ts';
import { withOrganization } from '../../testing/set-up.ts';

const EMPTY_UPDATE = Buffer.from(Y.encodeStateAsUpdate(new Y.Doc())).toString('base64');

describe('live documents refuse', () => {
  let server: TestServer;
  let org: TestOrganization;
  const clock = testClock();
  withOrganization((fresh) => ({ server, org } = fresh), { clock });

  const setUp = async () => {
    const spaceId = await createLiveSpace(org);
    const { body } = await org.admin.call('POST', `/spaces/${spaceId}/content?compat=false`, {
      changes: [{ operation: 'insert_page', title: 'Page', document: { markdown: 'Text' } }],
    });
    const pageId = body.changes[0].page.id as string;
    const at = `${server.url}/v1/spaces/${spaceId}/live`;
    const open = (person: Person) => openLiveSocket(at, { authorization: `Bearer ${person.token}` });
    const writer = createLiveEditor(pageId, () => open(org.edit));
    await writer.connect();
    return { spaceId, pageId, at, open, writer };
  };
  /** The one who writes is not disturbed, and nothing has changed. */
  const expectUndisturbed = async (writer: LiveEditor) => {
    expect(writer.text()).toBe('Text');
    writer.write('Text, and more');
    await writer.stored();
    expect(writer.isConnected()).toBe(true);
    writer.cut();
  };
  const joined = async ({ open, pageId }: Awaited<ReturnType<typeof setUp>>, person: Person) => {
    const socket = open(person);
    await socket.next('welcome');
    socket.send({ type: 'join', page: pageId });
    await socket.next('joined');
    return socket;
  };

  test('people without access, and requests without a session or from another origin', async () => {
    const { spaceId, at, writer } = await setUp();
    const stranger = (await server.organization()).admin;
    expect(await openLiveSocket(at, { authorization: `Bearer ${stranger.token}` }).end()).toBe(404);
    expect(await openLiveSocket(at, {}).end()).toBe(401);
    const browser = await signedInBrowser(server, org.edit);
    const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    for (const headers of [{}, { origin: 'https://evil.test' }, { 'sec-fetch-site': 'cross-site' }] as Record<
      string,
      string
    >[])
      expect(await openLiveSocket(at, { cookie, ...headers }).end()).toBe(403);
    const own = openLiveSocket(at, { cookie, origin: server.url });
    expect((await own.next('welcome')).mayEdit).toBe(true);
    // The end of a session ends its connections.
    await org.edit.call('DELETE', '/user/sessions');
    expect(await own.end()).toBe(4403);
    expect(spaceId).toBeTruthy();
    await expectUndisturbed(writer);
  });

  test('the updates of people who may only read', async () => {
    const all = await setUp();
    const socket = await joined(all, org.read);
    socket.send({ type: 'update', id: 1, update: 'AAA=' });
    expect(await socket.end()).toBe(4403);
    await expectUndisturbed(all.writer);
  });

  test('the updates of people who have lost the right to edit', async () => {
    const all = await setUp();
    const loser = createLiveEditor(all.pageId, () => all.open(org.review));
    await loser.connect();
    await org.admin.call('PATCH', `/spaces/${all.spaceId}/permissions/users/${org.review.id}`, {
      role: 'read',
    });
    await expect(loser.until(() => false)).rejects.toThrow('4403');
    await expectUndisturbed(all.writer);
  });

  test.each([
    ['an update that is none', { type: 'update', id: 1, update: 'AQIDBAUG' }, 4400],
    ['an update that is empty', { type: 'update', id: 1, update: '' }, 4400],
    ['a message of an unknown type', { type: 'unknown' }, 4400],
    ['a message with a wrong field', { type: 'update', id: 'one', update: '' }, 4400],
    ['a giant message', { type: 'update', id: 1, update: 'A'.repeat(5_000_000) }, 1009],
  ])('%s', async (_, message, code) => {
    const all = await setUp();
    const socket = await joined(all, org.review);
    socket.send(message as never);
    expect(await socket.end()).toBe(code);
    await expectUndisturbed(all.writer);
  });

  test.each([
    ['messages', (id: number) => ({ type: 'here', page: null, isEditing: false, cursor: String(id) })],
    ['updates', (id: number) => ({ type: 'update', id, update: EMPTY_UPDATE })],
  ] as const)('a flood of %s', async (_, messageOf) => {
    const all = await setUp();
    const socket = await joined(all, org.review);
    for (let id = 0; id < 1_000; id++) socket.send(messageOf(id) as never);
    expect(await socket.end()).toBe(4429);
    await expectUndisturbed(all.writer);
  });

  const paragraphOf = (text: string): string => {
    const doc = new Y.Doc();
    const line = new Y.XmlText();
    sharedPage(doc).insert(0, [line]);
    (line as unknown as Y.XmlElement).setAttribute('type', 'paragraph');
    line.insert(0, text);
    return Buffer.from(Y.encodeStateAsUpdate(doc)).toString('base64');
  };

  test('updates in the name of somebody else', async () => {
    const all = await setUp();
    all.writer.write('Text');
    all.writer.write('Text, typed');
    await all.writer.stored();
    const forged = new Y.Doc();
    Y.applyUpdate(forged, Y.encodeStateAsUpdate(all.writer.doc()));
    forged.clientID = all.writer.doc().clientID;
    const before = Y.encodeStateVector(forged);
    sharedPage(forged).insert(0, [new Y.XmlText('forged')]);
    const socket = await joined(all, org.review);
    const update = Buffer.from(Y.encodeStateAsUpdate(forged, before)).toString('base64');
    socket.send({ type: 'update', id: 1, update });
    expect(await socket.end()).toBe(4400);
    all.writer.write('Text');
    await all.writer.stored();
    await expectUndisturbed(all.writer);
  });

  test('text that makes a page too long to be saved', async () => {
    const all = await setUp();
    const socket = await joined(all, org.review);
    socket.send({ type: 'update', id: 1, update: paragraphOf('a'.repeat(1_500_000)) });
    await socket.next('stored');
    socket.send({ type: 'update', id: 2, update: paragraphOf('b'.repeat(1_500_000)) });
    expect((await socket.next('closed')).reason).toBe('too-long');
    // Before or after the other paragraph: Yjs orders what is inserted at one place by random numbers.
    await all.writer.until(() => all.writer.text().includes('aaa'));
    expect(all.writer.text()).not.toContain('b');
    await all.writer.save();
    all.writer.cut();
    socket.close();
  });

  test('text that becomes too long as Markdown does not end the page for others', async () => {
    const all = await setUp();
    const socket = await joined(all, org.review);
    socket.send({ type: 'update', id: 1, update: paragraphOf('*'.repeat(1_050_000)) });
    await socket.next('stored');
    socket.send({ type: 'save', id: 1 });
    await socket.next('saved');
    await all.writer.until(() => all.writer.text().length > 1_000_000);
    all.writer.write('Text, and more');
    await all.writer.save();
    expect(all.writer.isConnected()).toBe(true);
    const { body } = await org.admin.call(
      'GET',
      `/spaces/${all.spaceId}/content/page/${all.pageId}?format=markdown`,
    );
    expect(body.markdown.trim()).toBe('Text, and more');
    all.writer.cut();
    socket.close();
  });

  test('sessions that have expired', async () => {
    const all = await setUp();
    const browser = await signedInBrowser(server, org.edit);
    const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const own = openLiveSocket(all.at, { cookie, origin: server.url });
    await own.next('welcome');
    clock.advance(400 * 24 * 60 * 60 * 1000);
    expect(await own.end()).toBe(4403);
    expect(await openLiveSocket(all.at, { cookie, origin: server.url }).end()).toBe(401);
    await expectUndisturbed(all.writer);
  });
});
