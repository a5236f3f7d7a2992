import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createLiveSpace } from '../../../testing/content-factory.ts';
import { openLiveSocket } from '../../../testing/live-editor.ts';
import { type Person, startServer, type TestOrganization, type TestServer } from '../../../testing/server.ts';
import type { Person as Present } from '../live-documents.contract.ts';

describe('people in a space', () => {
  let servers: TestServer[] = [];
  let org: TestOrganization;
  let spaceId: string;
  beforeAll(async () => {
    const first = await startServer();
    servers = [first, await startServer({ connectionString: first.connectionString })];
  });
  afterAll(async () => {
    for (const server of servers.toReversed()) await server.close();
  });
  beforeEach(async () => {
    org = await servers[0]!.organization();
    spaceId = await createLiveSpace(org);
  });

  /** Somebody at a server, and the people that they know of. */
  const enter = async (person: Person, at = 0, place = `/spaces/${spaceId}`) => {
    const socket = openLiveSocket(`${servers[at]!.url}/v1${place}/live`, {
      authorization: `Bearer ${person.token}`,
    });
    const known = new Map<string, Present>();
    const told: string[] = [];
    const take = () => {
      for (const message of socket.received.filter(({ type }) => type === 'people')) {
        if (message.type !== 'people') continue;
        socket.received.splice(socket.received.indexOf(message), 1);
        for (const one of message.people) {
          told.push(one.id);
          known.set(one.id, one);
        }
        for (const one of message.gone) known.delete(one);
      }
    };
    const { id } = await socket.next('welcome');
    const people = () => [...known.values()].filter((one) => one.id !== id);
    return {
      id,
      close: socket.close,
      /** How often somebody was in a message so far. */
      timesTold: (who: string) => told.filter((one) => one === who).length,
      people,
      at: (page: string | null, cursor: string | null = null) =>
        socket.send({ type: 'here', page, isEditing: cursor !== null, cursor }),
      until: (isTrue: (others: readonly Present[]) => boolean) =>
        socket.until(() => {
          take();
          return isTrue(people()) || undefined;
        }),
    };
  };
  const has =
    (id: string, fields: Partial<Present> = {}) =>
    (others: readonly Present[]) =>
      others.some(
        (one) =>
          one.id === id && Object.entries(fields).every(([name, value]) => one[name as 'page'] === value),
      );

  test('see each other with their names, on different servers, until they leave', async () => {
    const [one, other] = [await enter(org.edit, 0), await enter(org.read, 1)];
    await one.until(has(other.id));
    await other.until(has(one.id));
    expect(one.people()[0]!.user).toEqual({ id: org.read.id, displayName: org.read.email.split('@')[0] });
    other.at('page');
    await one.until(has(other.id, { page: 'page' }));
    other.close();
    await one.until((others) => others.length === 0);
    one.close();
  });

  test.each([
    ['on one server', 0],
    ['on different servers', 1],
  ])('see the cursors of those on their page, and nobody else does, %s', async (_, at) => {
    const [writer, reader, elsewhere] = [
      await enter(org.edit, 0),
      await enter(org.read, at),
      await enter(org.comment, at),
    ];
    writer.at('page', '[1,1,0]');
    reader.at('page');
    elsewhere.at('another');
    await reader.until(has(writer.id, { page: 'page', cursor: '[1,1,0]' }));
    await elsewhere.until(has(writer.id, { page: 'page' }));
    const before = elsewhere.timesTold(writer.id);
    writer.at('page', '[2,2,0]');
    await reader.until(has(writer.id, { cursor: '[2,2,0]' }));
    writer.at('page', '[3,3,0]');
    await reader.until(has(writer.id, { cursor: '[3,3,0]' }));
    // What is sent after all that shows that nothing was sent before.
    reader.at('another');
    await elsewhere.until(has(reader.id, { page: 'another' }));
    expect(elsewhere.timesTold(writer.id)).toBe(before);
    // Whoever comes to the page gets its cursors.
    elsewhere.at('page');
    await elsewhere.until(has(writer.id, { cursor: '[3,3,0]' }));
    for (const each of [writer, reader, elsewhere]) each.close();
  });

  test('are not told of cursors in a change request by the page of the space', async () => {
    const { body } = await org.edit.call('POST', `/spaces/${spaceId}/change-requests`, { subject: 'More' });
    const inRequest = await enter(org.edit, 0, `/spaces/${spaceId}/change-requests/${body.id}`);
    const inSpace = await enter(org.read);
    inRequest.at('page', '[1,1,0]');
    inSpace.at('page');
    await inSpace.until(has(inRequest.id, { changeRequest: body.id, page: 'page' }));
    const before = inSpace.timesTold(inRequest.id);
    inRequest.at('page', '[2,2,0]');
    const third = await enter(org.comment);
    await inSpace.until(has(third.id));
    expect(inSpace.timesTold(inRequest.id)).toBe(before);
    for (const each of [inRequest, inSpace, third]) each.close();
  });

  test('cost no query while they move on one server', async () => {
    const [writer, reader] = [await enter(org.edit), await enter(org.read)];
    writer.at('page', '[0,0,0]');
    reader.at('page');
    await reader.until(has(writer.id, { cursor: '[0,0,0]' }));
    let moves = 0;
    const count = await servers[0]!.countQueries(async () => {
      const cursor = `[${++moves},1,0]`;
      writer.at('page', cursor);
      await reader.until(has(writer.id, { cursor }));
    });
    expect(count).toBe(0);
    for (const each of [writer, reader]) each.close();
  });
});
