import { describe, expect, test } from 'vitest';
import { newBrowser } from '../../../testing/browser-client.ts';
import {
  type AddedProvider,
  createIdentityProvider,
  encodeResponse,
} from '../../../testing/identity-provider.ts';
import type { TestServer } from '../../../testing/server.ts';
import { withProvider } from '../../../testing/set-up.ts';

const LONG = 138_000;
const namespaces = Array.from({ length: 900 }, (_, i) => `xmlns:a${i}="u${i}"`).join(' ');

describe('large SAML responses', () => {
  const idp = createIdentityProvider();
  let server: TestServer;
  let provider: AddedProvider;
  withProvider(idp, (fresh) => {
    ({ server, provider } = fresh);
  });

  const post = (SAMLResponse: string) =>
    newBrowser(server).send(`/saml/${provider.id}/acs`, { SAMLResponse });
  const draftWith = (inside: string) =>
    idp
      .draft({ nameID: 'ada@staff.test', service: provider.service })
      .xml.replace('<saml:AttributeStatement>', `$&${inside}`);

  test('are accepted for a user with hundreds of groups', async () => {
    const attributes = Object.fromEntries(
      Array.from({ length: 220 }, (_, i) => [`group${i}`, 'x'.repeat(400)]),
    );
    const answer = idp.answer({ nameID: 'groups@staff.test', service: provider.service, attributes });
    expect((await post(answer)).status).toBe(303);
  });

  // Each of these once locked up the whole server for minutes, or was tried because it could have.
  test.each<[string, () => string]>([
    ['a tag without an end', () => encodeResponse(draftWith(`${'<'.repeat(900)}${'a'.repeat(LONG)}`))],
    ['tags without an end', () => encodeResponse(draftWith('<aaaaaaaaaaaaaaaaaaaaaaaaaaaa '.repeat(900)))],
    ['quotes without an end', () => encodeResponse(draftWith(`<a '${'"'.repeat(LONG)}`))],
    ['slashes without an end', () => encodeResponse(draftWith(`<a${'/'.repeat(LONG)}`))],
    ['spaces in invalid base64', () => `A${' '.repeat(199_000)}!`],
    ['an attribute without a value', () => encodeResponse(draftWith(`<a Algorithm${' '.repeat(LONG)}x/>`))],
    ['many attributes without values', () => encodeResponse(draftWith(`<a${' ID'.repeat(LONG / 3)}/>`))],
    ['many namespaces', () => encodeResponse(draftWith(`<a ${namespaces}>${'<b/>'.repeat(400)}</a>`))],
    ['many references', () => encodeResponse(draftWith('&#65;'.repeat(LONG / 5)))],
  ])('are rejected in time for %s', async (_, response) => {
    const before = process.cpuUsage();
    expect((await post(response().slice(0, 200_000))).status).toBe(403);
    expect(process.cpuUsage(before).user).toBeLessThan(20_000_000);
  });
});
