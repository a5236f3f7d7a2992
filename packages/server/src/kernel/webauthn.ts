/** The server for which passkeys are created and used. */
export interface RelyingParty {
  /** The host name of the server. */
  readonly id: string;
  readonly origin: string;
}

/** The public part of a passkey. */
export interface PasskeyCredential {
  readonly credentialId: Buffer;
  readonly publicKey: Buffer;
  readonly counter: number;
  readonly transports: readonly string[];
}

/** The answer of a browser is not valid. The message is for the log. */
export class WebauthnError extends Error {
  override readonly name = 'WebauthnError';
}

/** WebAuthn, the protocol of passkeys (implemented by `adapters/webauthn`). User verification is always required. */
export interface Webauthn {
  /** The options with which a browser creates a passkey. */
  creationOptions(input: {
    party: RelyingParty;
    challenge: string;
    user: { id: string; email: string; displayName: string };
    /** Authenticators with one of these passkeys refuse to create another one. */
    existing: readonly PasskeyCredential[];
  }): Promise<object>;
  /** Verifies a new passkey. Throws `WebauthnError`. */
  verifyCreation(input: {
    party: RelyingParty;
    response: unknown;
    isChallenge: (challenge: string) => boolean;
  }): Promise<PasskeyCredential>;
  /** The options with which a browser signs in with any passkey of this server. */
  requestOptions(input: { party: RelyingParty; challenge: string }): Promise<object>;
  /** The id of the passkey and of the user in an answer, which are not verified yet. */
  readIds(response: unknown): { credentialId: Buffer; userId: string };
  /** Verifies a sign-in and returns the new counter. Throws `WebauthnError`. */
  verifyRequest(input: {
    party: RelyingParty;
    response: unknown;
    credential: PasskeyCredential;
    isChallenge: (challenge: string) => boolean;
  }): Promise<number>;
}
