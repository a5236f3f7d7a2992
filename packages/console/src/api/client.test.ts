import { afterEach, describe, expect, test, vi } from 'vitest';
import { ApiError, call, isTemporary, NetworkError, urlOf } from './client.ts';

const respond = (body: BodyInit | null, status = 200) =>
  vi.stubGlobal('fetch', async () => new Response(body, { status }));

/** A body whose connection ends in the middle. */
const cut = (text: string): ReadableStream =>
  new ReadableStream({
    start: (controller) => {
      controller.enqueue(new TextEncoder().encode(text));
      controller.error(new TypeError('network error'));
    },
  });

test('an id from an address leads to no other operation', async () => {
  const url = (organizationId: string) =>
    urlOf('/orgs/{organizationId}/teams', { params: { organizationId } });
  expect(url('a/../../user')).toBe('/v1/orgs/a%2F..%2F..%2Fuser/teams');
  expect(url('a?b#c')).toBe('/v1/orgs/a%3Fb%23c/teams');
  for (const dots of ['.', '..']) expect(() => url(dots)).toThrow(new ApiError(404, 'Not found'));
});

describe('a request', () => {
  afterEach(() => void vi.unstubAllGlobals());
  const failure = () => call('GET', '/user').catch((error: unknown) => error);

  test('whose response is cut off was not answered', async () => {
    for (const body of ['{"id": "us', cut('{"id": "us')]) {
      respond(body);
      const error = await failure();
      expect(error).toBeInstanceOf(NetworkError);
      expect(isTemporary(error)).toBe(true);
    }
  });

  test('that is refused names fields as a person does, and keeps their paths', async () => {
    const details = [{ path: 'body.changes.0.linkTitle', message: 'must not be empty' }];
    const message = 'body.changes.0.linkTitle: must not be empty';
    respond(JSON.stringify({ error: { message, details } }), 400);
    expect(await failure()).toMatchObject({ message: 'Link title: must not be empty', details });
    respond(
      JSON.stringify({ error: { message: 'body: must be an object', details: [{ path: 'body' }] } }),
      400,
    );
    expect(await failure()).toMatchObject({ message: 'must be an object' });
  });

  test('that is refused because somebody was faster says so', async () => {
    for (const path of ['body.changes.0.base', 'body.changes.0.expected.title']) {
      const message = `${path}: is not current`;
      respond(JSON.stringify({ error: { message, details: [{ path, message: 'is not current' }] } }), 409);
      expect(await failure()).toMatchObject({
        message: 'Somebody else has changed this meanwhile. Look at the new version, then try again.',
      });
    }
  });

  test('that is refused tells why, also if the reason is cut off', async () => {
    respond('{"error":{"message":"No","details":[]}}', 400);
    expect(await failure()).toMatchObject({ status: 400, message: 'No' });
    respond('{"error":{"mess', 409);
    expect(await failure()).toEqual(new ApiError(409, 'The server responded with status 409'));
  });
});
