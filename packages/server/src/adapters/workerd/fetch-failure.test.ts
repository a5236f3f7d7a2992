import { expect, test } from 'vitest';
import { EgressError } from '../../kernel/egress.ts';
import { fetchFailureMessage } from './fetch-failure.ts';

const coded = (code: string, cause?: unknown) => Object.assign(new Error(code, { cause }), { code });
const failed = (cause: unknown) => new EgressError('NETWORK', new TypeError('fetch failed', { cause }));
const url = 'https://hooks.example:8443/a?token=secret';

test.each([
  [failed(coded('ENOTFOUND')), 'could not be reached: its name could not be resolved.'],
  [new EgressError('NETWORK', coded('EAI_AGAIN')), 'could not be reached: its name could not be resolved.'],
  [failed(coded('ECONNREFUSED')), 'could not be reached: it refused the connection.'],
  [
    failed(new AggregateError([coded('EHOSTUNREACH'), coded('ECONNREFUSED')])),
    'could not be reached: there is no route to it.',
  ],
  [failed(coded('UND_ERR_SOCKET')), 'could not be reached: it closed the connection.'],
  [failed(coded('ERR_TLS_CERT_ALTNAME_INVALID')), 'could not be reached: its certificate is not valid.'],
  [failed(coded('DEPTH_ZERO_SELF_SIGNED_CERT')), 'could not be reached: its certificate is not valid.'],
  [failed(coded('HPE_INVALID_CONSTANT')), 'could not be reached: it did not send a valid HTTP response.'],
  [failed(new Error('strange')), 'could not be reached or did not send a valid HTTP response.'],
  [new EgressError('TIMEOUT'), 'did not send a complete response in time.'],
  [new EgressError('FORBIDDEN_ADDRESS'), 'is not on the public internet, so it is not fetched.'],
])('names the host and the kind of failure: %s', (error, message) => {
  expect(fetchFailureMessage(url, error)).toBe(`hooks.example:8443 ${message}`);
});

test('does not repeat what is not a URL', () => {
  expect(fetchFailureMessage('no url', failed(undefined))).toMatch(/^The address could not be reached/);
});
