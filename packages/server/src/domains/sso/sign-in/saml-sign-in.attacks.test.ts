import { createHmac } from 'node:crypto';
import { SAML } from '@node-saml/node-saml';
import { beforeEach, describe, expect, test } from 'vitest';
import { agreeToSso, type BrowserClient, newBrowser } from '../../../testing/browser-client.ts';
import {
  type AddedProvider,
  createIdentityProvider,
  encodeResponse,
  type SamlResponseOptions,
} from '../../../testing/identity-provider.ts';
import type { TestOrganization, TestServer } from '../../../testing/server.ts';
import { withOrganization, withProvider } from '../../../testing/set-up.ts';
import { signatureWrappings } from '../../../testing/signature-wrapping.ts';

const SELF = 'attacker@staff.test';
const EVIL = createIdentityProvider();
const MINUTE = 60_000;
const later = (milliseconds: number) => new Date(Date.now() + milliseconds);

/** What is posted, given the service and the address of somebody whom the attacker would like to be. */
type Attack = (service: SamlResponseOptions['service'], victim: string) => string;

describe('attacks on single sign-on', () => {
  const idp = createIdentityProvider();
  let server: TestServer;
  let org: TestOrganization;
  let provider: AddedProvider;
  withProvider(idp, (fresh) => {
    ({ server, org, provider } = fresh);
  });
  beforeEach(async () => {
    await org.admin.call('POST', `/orgs/${org.id}/members/${org.admin.id}/sso`);
    await agreeToSso(server, org.admin, org.id);
  });

  const post = (SAMLResponse: string, browser: BrowserClient = newBrowser(server)) =>
    browser.send(`/saml/${provider.id}/acs`, { SAMLResponse });
  const signed = (input: SamlResponseOptions) => idp.sign(idp.draft(input).xml, 'Assertion');
  const people = () => server.app.kernel.db.selectFrom('users').select('id').execute();

  const expectRefused = async (attack: Attack, reason: RegExp) => {
    const before = (await people()).length;
    const browser = newBrowser(server);
    const answer = await post(attack(provider.service, org.admin.email), browser);
    expect([answer.status, answer.text]).toEqual([403, expect.stringMatching(reason)]);
    expect(answer.headers.getSetCookie()).toEqual([]);
    expect(await people()).toHaveLength(before);
  };

  test('the unmodified response of these tests is accepted', async () => {
    const input = { nameID: org.admin.email, service: provider.service };
    expect((await post(encodeResponse(signed(input)))).status).toBe(303);
    const both = idp.sign(signed(input), 'Response');
    expect((await post(encodeResponse(both.replace(/_a[\w-]{36}/, '$&')))).status).toBe(303);
  });

  describe('signature wrapping', () => {
    const names = Object.keys(
      signatureWrappings(
        idp,
        idp.draft({ nameID: SELF, service: { acsURL: 'https://a.test', entityID: 'b' } }),
        SELF,
        'x@y.test',
      ),
    );
    const wrapped = (name: string, service: SamlResponseOptions['service'], victim: string) =>
      signatureWrappings(idp, idp.draft({ nameID: SELF, service }), SELF, victim)[name]!;

    test.each(names)('%s', async (name) => {
      await expectRefused(
        (service, victim) => encodeResponse(wrapped(name, service, victim)),
        /exactly one Response|exactly one assertion|not signed by the identity provider|duplicate IDs/,
      );
    });

    // Two lines of defence: each holds without the other.
    test.each(names)('%s, with the library alone', async (name) => {
      const { service } = provider;
      const library = new SAML({
        issuer: service.entityID,
        callbackUrl: service.acsURL,
        idpCert: idp.certificate,
        wantAuthnResponseSigned: false,
      });
      const who = await library
        .validatePostResponseAsync({ SAMLResponse: encodeResponse(wrapped(name, service, org.admin.email)) })
        .then(
          ({ profile }) => profile?.nameID,
          () => undefined,
        );
      expect(who === undefined || who === SELF).toBe(true);
    });
  });

  // Moments are those of the attack, not those of the file.
  const other =
    (more: Partial<SamlResponseOptions> | (() => Partial<SamlResponseOptions>)): Attack =>
    (service, victim) =>
      encodeResponse(signed({ nameID: victim, service, ...(typeof more === 'function' ? more() : more) }));

  const ATTACKS: Record<string, [Attack, RegExp]> = {
    'no signature': [
      (service, victim) => encodeResponse(idp.draft({ nameID: victim, service }).xml),
      /The response is not signed\./,
    ],
    'only the envelope of the assertion signed': [
      (service, victim) => encodeResponse(idp.sign(idp.draft({ nameID: victim, service }).xml, 'Response')),
      /to sign assertions/,
    ],
    'signed by the key of another provider': [
      (service, victim) =>
        encodeResponse(
          EVIL.sign(EVIL.draft({ nameID: victim, service, issuer: idp.entityID }).xml, 'Assertion'),
        ),
      /not signed/,
    ],
    'changed after signing': [
      (service, victim) => encodeResponse(signed({ nameID: SELF, service }).replace(SELF, victim)),
      /not signed/,
    ],
    'another issuer': [other({ issuer: 'https://another.test' }), /another identity provider/],
    'for another audience': [other({ audience: 'https://another.test' }), /another service: its audience/],
    'for another recipient': [other({ recipient: 'https://another.test/acs' }), /another URL/],
    'sent to another ACS URL': [other({ destination: 'https://another.test/acs' }), /another URL/],
    'envelope and assertion of different requests': [other({ responseTo: '_other' }), /different requests/],
    'response to an unknown request': [other({ inResponseTo: '_made-up' }), /was not started here/],
    'sign-in denied by the provider': [other({ status: 'Responder' }), /denied the sign-in/],
    expired: [other(() => ({ until: later(-2 * MINUTE), from: later(-9 * MINUTE) })), /has expired/],
    'not valid yet': [other(() => ({ from: later(2 * MINUTE) })), /not valid yet/],
    'a time without a zone': [
      (service, victim) => {
        const { xml } = idp.draft({ nameID: victim, service });
        return encodeResponse(idp.sign(xml.replaceAll(/(NotOnOrAfter="[^"]*)Z"/g, '$1"'), 'Assertion'));
      },
      /invalid time/,
    ],
    'without an expiry': [
      (service, victim) => {
        const { xml } = idp.draft({ nameID: victim, service });
        return encodeResponse(idp.sign(xml.replaceAll(/ NotOnOrAfter="[^"]*"/g, ''), 'Assertion'));
      },
      /no expiry|was changed/,
    ],
    'without an audience': [
      (service, victim) => {
        const { xml } = idp.draft({ nameID: victim, service });
        const bare = xml.replace(/<saml:AudienceRestriction>.*<\/saml:AudienceRestriction>/, '');
        return encodeResponse(idp.sign(bare, 'Assertion'));
      },
      /another service: its audience/,
    ],
    'holder-of-key confirmation': [
      (service, victim) => {
        const { xml } = idp.draft({ nameID: victim, service });
        return encodeResponse(idp.sign(xml.replace('cm:bearer', 'cm:holder-of-key'), 'Assertion'));
      },
      /bearer assertion/,
    ],
    'about two subjects': [
      (service, victim) => {
        const { xml } = idp.draft({ nameID: SELF, service });
        const [name] = /<saml:NameID.*<\/saml:NameID>/.exec(xml)!;
        return encodeResponse(idp.sign(xml.replace(name, name + name.replace(SELF, victim)), 'Assertion'));
      },
      /exactly one NameID/,
    ],
    'a NameID that is not an e-mail address': [other({ nameID: 'admin' }), /e-mail address/],
    'a NameID of another format': [
      other({ format: 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent' }),
      /e-mail address/,
    ],
    'a comment inside the NameID': [
      (service, victim) => {
        // The provider vouches for the whole name; a careless reader stops at the comment.
        const { xml } = idp.draft({ nameID: `${victim}.evil.test`, service });
        const cut = signedWithComments(xml).replace(`${victim}.evil.test`, `${victim}<!---->.evil.test`);
        return encodeResponse(cut);
      },
      /comments/,
    ],
    'CDATA in the NameID': [
      (service, victim) =>
        encodeResponse(signed({ nameID: SELF, service }).replace(SELF, `<![CDATA[${victim}]]>`)),
      /CDATA/,
    ],
    'a processing instruction in the NameID': [
      (service) => encodeResponse(signed({ nameID: SELF, service }).replace(SELF, `<?x y?>${SELF}`)),
      /instructions/,
    ],
    'an external entity': [
      (service, victim) =>
        encodeResponse(
          `<!DOCTYPE r [<!ENTITY x SYSTEM "file:///etc/passwd">]>${signed({ nameID: victim, service })}`,
        ),
      /entities/,
    ],
    'an entity expansion bomb': [
      (service, victim) =>
        encodeResponse(
          `<?xml version="1.0"?><!DOCTYPE l [<!ENTITY a "aaaaaaaaaa">${Array.from({ length: 9 }, (_, i) => `<!ENTITY ${'bcdefghij'[i]} "${`&${'abcdefghi'[i]};`.repeat(10)}">`).join('')}]>${signed({ nameID: victim, service })}`,
        ),
      /entities/,
    ],
    'signed with SHA-1': [
      (service, victim) =>
        encodeResponse(
          idp.sign(idp.draft({ nameID: victim, service }).xml, 'Assertion', {
            algorithm: 'http://www.w3.org/2000/09/xmldsig#rsa-sha1',
          }),
        ),
      /not accepted/,
    ],
    'signed with the certificate as a shared secret': [
      (service, victim) => encodeResponse(signedByHmac(signed({ nameID: victim, service }))),
      /not accepted/,
    ],
    'signed with no algorithm': [
      (service, victim) =>
        encodeResponse(
          signed({ nameID: victim, service }).replace(/(SignatureMethod Algorithm=")[^"]*/, '$1none'),
        ),
      /not accepted/,
    ],
    'the algorithm hidden in other quotes': [
      (service, victim) =>
        encodeResponse(
          signed({ nameID: victim, service }).replace(
            /SignatureMethod Algorithm="[^"]*"/,
            "SignatureMethod Algorithm\n=\n'http://www.w3.org/2000/09/xmldsig#hmac-sha1'",
          ),
        ),
      /not accepted/,
    ],
    'the algorithm written with entities': [
      (service, victim) =>
        encodeResponse(
          signed({ nameID: victim, service }).replace(
            /SignatureMethod Algorithm="http/,
            'SignatureMethod Algorithm="&#104;ttp',
          ),
        ),
      /not accepted/,
    ],
    'another transform': [
      (service, victim) =>
        encodeResponse(
          signed({ nameID: victim, service }).replace(
            /Transform Algorithm="[^"]*enveloped-signature"/,
            'Transform Algorithm="http://www.w3.org/TR/1999/REC-xslt-19991116"',
          ),
        ),
      /not accepted/,
    ],
    'an encrypted assertion': [
      (service, victim) =>
        encodeResponse(
          idp.draft({ nameID: victim, service }).xml.replaceAll('saml:Assertion', 'saml:EncryptedAssertion'),
        ),
      /encrypted/,
    ],
    'a response within a response': [
      (service, victim) => {
        const inner = signed({ nameID: victim, service });
        return encodeResponse(inner.replace('</samlp:Status>', `</samlp:Status>${inner}`));
      },
      /exactly one Response/,
    ],
    'not XML': [() => encodeResponse('hello'), /exactly one Response/],
    'not base64': [() => '<xml/>', /base64/],
    'a very deep document': [
      (service, victim) =>
        encodeResponse(
          signed({ nameID: victim, service }).replace(
            '</samlp:Status>',
            `</samlp:Status><samlp:Extensions>${'<a b="/>">'.repeat(40)}${'</a>'.repeat(40)}</samlp:Extensions>`,
          ),
        ),
      /too deep/,
    ],
    'a document of many elements': [
      (service, victim) =>
        encodeResponse(
          signed({ nameID: victim, service }).replace(
            '</samlp:Status>',
            `</samlp:Status><samlp:Extensions>${'<a/>'.repeat(1_000)}</samlp:Extensions>`,
          ),
        ),
      /too large/,
    ],
  };

  // With comments counted, they are part of what is signed: without, anybody may put them in.
  const signedWithComments = (xml: string) => idp.sign(xml, 'Assertion');
  const signedByHmac = (xml: string) => {
    const hmac = xml.replace(
      /SignatureMethod Algorithm="[^"]*"/,
      'SignatureMethod Algorithm="http://www.w3.org/2000/09/xmldsig#hmac-sha1"',
    );
    const info = /<ds:SignedInfo>.*<\/ds:SignedInfo>/s
      .exec(hmac)![0]
      .replace('<ds:SignedInfo>', '<ds:SignedInfo xmlns:ds="http://www.w3.org/2000/09/xmldsig#">')
      .replaceAll(/<(ds:\w+)([^>]*)\/>/g, '<$1$2></$1>');
    const value = createHmac('sha1', idp.certificate).update(info).digest('base64');
    return hmac.replace(
      /<ds:SignatureValue>[^<]*<\/ds:SignatureValue>/,
      `<ds:SignatureValue>${value}</ds:SignatureValue>`,
    );
  };

  test.each(Object.entries(ATTACKS))('%s', async (_, [attack, reason]) => {
    await expectRefused(attack, reason);
  });

  test('a clock skew of a minute is tolerated', async () => {
    const input = { nameID: org.admin.email, service: provider.service };
    const slow = signed({ ...input, until: later(-MINUTE / 2), from: later(-5 * MINUTE) });
    const fast = signed({ ...input, from: later(MINUTE / 2) });
    expect([(await post(encodeResponse(slow))).status, (await post(encodeResponse(fast))).status]).toEqual([
      303, 303,
    ]);
  });

  test('a provider of one organization cannot sign in users of another', async () => {
    const elsewhere = await server.organization('Elsewhere');
    const { body } = await elsewhere.admin.call('POST', `/orgs/${elsewhere.id}/saml`, {
      label: 'Evil',
      ssoURL: EVIL.ssoURL,
      entityID: idp.entityID,
      certificate: EVIL.certificate,
    });
    // What the evil provider says at its own address is about its own organization: this account is none of it.
    const own = EVIL.draft({ nameID: org.admin.email, service: body.service, issuer: idp.entityID }).xml;
    const answer = await newBrowser(server).send(`/saml/${body.id}/acs`, {
      SAMLResponse: encodeResponse(EVIL.sign(own, 'Assertion')),
    });
    expect(answer.status).toBe(403);
    // What was said for one address is not believed at another.
    const good = encodeResponse(signed({ nameID: org.admin.email, service: provider.service }));
    const moved = await newBrowser(server).send(`/saml/${body.id}/acs`, { SAMLResponse: good });
    expect(moved.status).toBe(403);
  });

  test('hostile names and attributes are plain text', async () => {
    const nameID = `${'x'.repeat(40)}@staff.test`;
    const attributes = { first_name: '<script>alert(1)</script>', last_name: '\u202eevil', __proto__x: 'y' };
    const browser = newBrowser(server);
    const answer = await post(
      encodeResponse(signed({ nameID, service: provider.service, attributes })),
      browser,
    );
    await browser.submit(await browser.open(answer.location!), '/login/link');
    const page = await browser.open('/account');
    expect(page.text).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
    expect(page.text).not.toContain('<script>');
    for (const wrong of [
      'a@b@c',
      '"a b"@c.test',
      'a@b\r\nBcc: c@d.test',
      `${'x'.repeat(250)}@y.test`,
      '@',
      '',
    ])
      expect((await post(encodeResponse(signed({ nameID: wrong, service: provider.service })))).status).toBe(
        403,
      );
  });

  test('a large response is rejected before it is parsed', async () => {
    expect((await post('A'.repeat(200_001))).status).toBe(400);
    expect((await post('A'.repeat(3_000_000))).status).toBe(413);
  });
});

describe('guessing single sign-on responses', () => {
  let server: TestServer;
  let org: TestOrganization;
  withOrganization(
    (fresh) => {
      ({ server, org } = fresh);
    },
    { config: { rateLimit: 3000 } },
  );

  test('is limited to sixty requests a minute per IP address', async () => {
    const idp = createIdentityProvider();
    const { body } = await org.admin.call('POST', `/orgs/${org.id}/saml`, {
      label: 'Staff',
      ssoURL: idp.ssoURL,
      entityID: idp.entityID,
      certificate: idp.certificate,
    });
    const browser = newBrowser(server);
    const statuses: number[] = [];
    for (let i = 0; i < 62; i++)
      statuses.push((await browser.send(`/saml/${body.id}/acs`, { SAMLResponse: 'QUJD' })).status);
    expect(statuses).toEqual([...Array(60).fill(403), 429, 429]);
    expect((await browser.open(`/saml/${body.id}/start`)).status).toBe(429);
  });
});
