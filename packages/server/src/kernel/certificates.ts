import { X509Certificate } from 'node:crypto';

/** One or more certificates in PEM. */
const PEM = /^\s*(?:-----BEGIN CERTIFICATE-----[A-Za-z0-9+/=\s]+-----END CERTIFICATE-----\s*)+$/;
const BLOCK = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g;
const MIN_BITS = 2048;

const errorOf = (block: string, now: Date): string | undefined => {
  try {
    const certificate = new X509Certificate(block);
    const { asymmetricKeyType: type, asymmetricKeyDetails: details } = certificate.publicKey;
    if (new Date(certificate.validTo) <= now) return `has expired (valid until ${certificate.validTo})`;
    if (new Date(certificate.validFrom) > now)
      return `is not valid yet (valid from ${certificate.validFrom})`;
    if (type !== 'rsa') return `has a key of type ${type}: only RSA keys are supported`;
    const bits = details?.modulusLength ?? 0;
    return bits < MIN_BITS ? `has a key of ${bits} bits: at least ${MIN_BITS} are required` : undefined;
  } catch {
    return 'is not a valid certificate in PEM format';
  }
};

/** The first error in the certificates of an identity provider; undefined if they are valid. */
export const certificateErrorOf = (text: string, now: Date): string | undefined => {
  if (!PEM.test(text)) return 'must be in PEM format, starting with -----BEGIN CERTIFICATE-----';
  return text
    .match(BLOCK)!
    .map((block) => errorOf(block, now))
    .find((error) => error !== undefined);
};
