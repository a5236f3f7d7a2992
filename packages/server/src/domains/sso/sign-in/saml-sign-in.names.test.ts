import { describe, expect, test } from 'vitest';
import { newBrowser } from '../../../testing/browser-client.ts';
import {
  type AddedProvider,
  createIdentityProvider,
  encodeResponse,
} from '../../../testing/identity-provider.ts';
import type { TestServer } from '../../../testing/server.ts';
import { withProvider } from '../../../testing/set-up.ts';
import { parseEmail } from './profile.ts';

const SHA1 = 'http://www.w3.org/2000/09/xmldsig#rsa-sha1';

describe('e-mail addresses in SAML responses', () => {
  const idp = createIdentityProvider();
  let server: TestServer;
  let provider: AddedProvider;
  withProvider(idp, (fresh) => {
    ({ server, provider } = fresh);
  });

  const bring = (xml: string) =>
    newBrowser(server).send(`/saml/${provider.id}/acs`, { SAMLResponse: encodeResponse(xml) });
  /** What the provider signs when its users may choose what stands in their names. */
  const signedAs = (written: string) =>
    idp.sign(
      idp.draft({ nameID: 'PLACE', service: provider.service }).xml.replace('>PLACE<', () => `>${written}<`),
      'Assertion',
    );

  test.each([
    ['an element inside', 'ad<b xmlns="x"/>min@staff.test'],
    ['a SAML element inside', 'ad<saml:NameID>x</saml:NameID>min@staff.test'],
    ['an element around it', '<b xmlns="x">admin@staff.test</b>'],
    ['the Kelvin sign', '\u212Aim@staff.test'],
    ['a letter that lowercases to two', '\u0130m@staff.test'],
    ['a null character', 'kim&#0;@staff.test'],
    ['a bidi override', 'kim\u202E@staff.test'],
    ['a zero-width space', 'kim\u200B@staff.test'],
    ['a no-break space', '\u00A0kim@staff.test'],
    ['a lone surrogate', 'kim&#xD800;@staff.test'],
  ])('are rejected with %s', async (_, written) => {
    const answer = await bring(signedAs(written));
    expect([answer.status, answer.headers.getSetCookie()]).toEqual([403, []]);
  });

  test('are accepted in any case and with surrounding whitespace', async () => {
    const answer = await bring(signedAs('\n  Kim.O&apos;Hara@Staff.TEST '));
    expect(answer.status).toBe(303);
    expect((await newBrowser(server).open(answer.location!)).text).toContain('kim.o&#39;hara@staff.test');
  });

  test('are rejected if a weak algorithm is hidden behind another attribute', async () => {
    const { xml } = idp.draft({ nameID: 'weak@staff.test', service: provider.service });
    const weak = idp.sign(xml, 'Assertion', { algorithm: SHA1 });
    const hidden = weak.replaceAll(
      /(ds:(?:Signature|Digest)Method) Algorithm=/g,
      '$1 xmlns:q="urn:q"Algorithm=',
    );
    expect(hidden).not.toBe(weak);
    const answer = await bring(hidden);
    expect([answer.status, answer.headers.getSetCookie()]).toEqual([403, []]);
  });

  test.each([
    ['Ada@Staff.test', 'ada@staff.test'],
    [' ada@staff.test\r\n', 'ada@staff.test'],
    ['jürgen@staff.test', 'jürgen@staff.test'],
    ['\u212Aim@staff.test', undefined],
    ['JÜRGEN@staff.test', undefined],
    ['a\u0000da@staff.test', undefined],
    ['a\uD800da@staff.test', undefined],
    ['a\u2066da@staff.test', undefined],
    ['ada@staff\uFEFF.test', undefined],
    ['ada@@staff.test', undefined],
  ])('are parsed like those of all protocols: %j', (given, read) => {
    expect(parseEmail(given)).toBe(read);
  });
});
