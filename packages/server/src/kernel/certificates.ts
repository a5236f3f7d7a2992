import { X509Certificate } from 'node:crypto';

/** A certificate has to come as text between these lines. */
const PEM = /^\s*(?:-----BEGIN CERTIFICATE-----[A-Za-z0-9+/=\s]+-----END CERTIFICATE-----\s*)+$/;
const BLOCK = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g;
const LEAST_BITS = 2048;

const problemWithOne = (block: string, now: Date): string | undefined => {
  try {
    const certificate = new X509Certificate(block);
    const { asymmetricKeyType: type, asymmetricKeyDetails: details } = certificate.publicKey;
    if (new Date(certificate.validTo) <= now) return `is expired: it ended on ${certificate.validTo}`;
    if (new Date(certificate.validFrom) > now)
      return `does not count yet: it begins on ${certificate.validFrom}`;
    if (type !== 'rsa') return `has a key of another kind (${type}): signatures are checked by RSA keys`;
    const bits = details?.modulusLength ?? 0;
    return bits < LEAST_BITS ? `has a weak key: ${bits} bits, where ${LEAST_BITS} are needed` : undefined;
  } catch {
    return 'is not a certificate in PEM form';
  }
};

/** What is wrong with certificates of an identity provider; undefined when nothing is. */
export const certificateErrorOf = (text: string, now: Date): string | undefined => {
  if (!PEM.test(text)) return 'is not in PEM form: it begins with -----BEGIN CERTIFICATE-----';
  return text
    .match(BLOCK)!
    .map((block) => problemWithOne(block, now))
    .find((problem) => problem !== undefined);
};
