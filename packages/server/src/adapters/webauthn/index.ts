import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server';
import { type PasskeyCredential, type Webauthn, WebauthnError } from '../../kernel/webauthn.ts';

const NAME = 'Lectern';
// EdDSA, ES256, RS256.
const ALGORITHMS = [-8, -7, -257];

const load = () => import('@simplewebauthn/server');

const isText = (value: unknown): value is string => typeof value === 'string';

const decodeText = (base64url: string) => Buffer.from(base64url, 'base64url').toString();

const decodeChallenge = (isChallenge: (challenge: string) => boolean) => (challenge: string) =>
  isChallenge(decodeText(challenge));

type Transports = NonNullable<RegistrationResponseJSON['response']['transports']>;

const describeCredential = ({ credentialId, transports }: PasskeyCredential) => ({
  id: credentialId.toString('base64url'),
  transports: transports as Transports,
});

/** The library throws errors of many kinds for answers that are not valid. */
const verifying = async <T>(work: () => Promise<T>): Promise<T> => {
  try {
    return await work();
  } catch (error) {
    throw error instanceof WebauthnError ? error : new WebauthnError(String(error), { cause: error });
  }
};

/**
 * Refuses attestations with certificates: none is asked for, and the library would fetch the revocation lists that the
 * certificates name, which are addresses of the client's choice.
 */
const requireNoCertificates = async (attestationObject: string): Promise<void> => {
  const { decodeAttestationObject } = await import('@simplewebauthn/server/helpers');
  const attestation = decodeAttestationObject(new Uint8Array(Buffer.from(attestationObject, 'base64url')));
  const format = attestation.get('fmt');
  const hasCertificates = attestation.get('attStmt')?.get('x5c') !== undefined;
  if ((format !== 'none' && format !== 'packed') || hasCertificates)
    throw new WebauthnError(`The attestation ${format} is not accepted`);
};

/** WebAuthn with the library @simplewebauthn/server. */
export const createWebauthn = (): Webauthn => ({
  creationOptions: async ({ party, challenge, user, existing }) =>
    (await load()).generateRegistrationOptions({
      rpName: NAME,
      rpID: party.id,
      challenge,
      userID: new TextEncoder().encode(user.id),
      userName: user.email,
      userDisplayName: user.displayName,
      attestationType: 'none',
      excludeCredentials: existing.map(describeCredential),
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      supportedAlgorithmIDs: ALGORITHMS,
    }),

  verifyCreation: ({ party, response, isChallenge }) =>
    verifying(async () => {
      const answer = response as RegistrationResponseJSON;
      await requireNoCertificates(answer.response.attestationObject);
      const { verified, registrationInfo } = await (await load()).verifyRegistrationResponse({
        response: answer,
        expectedChallenge: decodeChallenge(isChallenge),
        expectedOrigin: party.origin,
        expectedRPID: party.id,
        requireUserVerification: true,
        supportedAlgorithmIDs: ALGORITHMS,
      });
      if (!verified || !registrationInfo) throw new WebauthnError('The passkey is not verified');
      const { credential } = registrationInfo;
      const { transports } = answer.response;
      return {
        credentialId: Buffer.from(credential.id, 'base64url'),
        publicKey: Buffer.from(credential.publicKey),
        counter: credential.counter,
        transports: Array.isArray(transports)
          ? transports.filter((one) => isText(one) && /^[a-z-]{1,20}$/.test(one)).slice(0, 10)
          : [],
      };
    }),

  requestOptions: async ({ party, challenge }) =>
    (await load()).generateAuthenticationOptions({ rpID: party.id, challenge, userVerification: 'required' }),

  readIds: (response) => {
    const { id, response: content } = (response ?? {}) as {
      id?: unknown;
      response?: { userHandle?: unknown };
    };
    if (!isText(id) || !isText(content?.userHandle)) throw new WebauthnError('The answer has no ids');
    return { credentialId: Buffer.from(id, 'base64url'), userId: decodeText(content.userHandle) };
  },

  verifyRequest: ({ party, response, credential, isChallenge }) =>
    verifying(async () => {
      const { verified, authenticationInfo } = await (await load()).verifyAuthenticationResponse({
        response: response as AuthenticationResponseJSON,
        expectedChallenge: decodeChallenge(isChallenge),
        expectedOrigin: party.origin,
        expectedRPID: party.id,
        requireUserVerification: true,
        credential: {
          ...describeCredential(credential),
          publicKey: new Uint8Array(credential.publicKey),
          counter: credential.counter,
        },
      });
      if (!verified) throw new WebauthnError('The signature is wrong');
      return authenticationInfo.newCounter;
    }),
});
