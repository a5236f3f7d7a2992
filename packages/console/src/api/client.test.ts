import { afterEach, describe, expect, test, vi } from 'vitest';
import { ApiError, call, isTemporary, NetworkError } from './client.ts';

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

  test('that is refused tells why, also if the reason is cut off', async () => {
    respond('{"error":{"message":"No","details":[]}}', 400);
    expect(await failure()).toMatchObject({ status: 400, message: 'No' });
    respond('{"error":{"mess', 409);
    expect(await failure()).toEqual(new ApiError(409, 'The server responded with status 409'));
  });
});
