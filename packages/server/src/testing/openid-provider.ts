import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair } from 'jose';
// @ts-expect-error: it brings no types along
import UntypedProvider from 'oidc-provider';

interface OpenIdProvider {
  callback(): (request: unknown, response: unknown) => void;
}
const OpenIdProvider = UntypedProvider as new (issuer: string, settings: object) => OpenIdProvider;

/** Starts the library oidc-provider on another loopback address; users sign in without a password. */
export const startOpenIdProvider = async ({ redirectURL }: { redirectURL: string }) => {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.2', resolve));
  const url = `http://127.0.0.2:${(server.address() as AddressInfo).port}`;
  const [clientId, clientSecret] = [randomUUID(), randomUUID()];
  const { privateKey } = await generateKeyPair('ES256', { extractable: true });
  const provider = new OpenIdProvider(url, {
    clients: [
      {
        client_id: clientId,
        client_secret: clientSecret,
        redirect_uris: [redirectURL],
        id_token_signed_response_alg: 'ES256',
      },
    ],
    enabledJWA: { idTokenSigningAlgValues: ['ES256'] },
    jwks: { keys: [{ ...(await exportJWK(privateKey)), use: 'sig', alg: 'ES256', kid: randomUUID() }] },
    cookies: { keys: [randomUUID()] },
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
    findAccount: (_: unknown, email: string) => ({
      accountId: email,
      claims: () => ({ sub: email, email, email_verified: true, name: 'Ada Lovelace' }),
    }),
    pkce: { required: () => true },
  });
  server.on('request', provider.callback());
  return {
    url,
    clientId,
    clientSecret,
    close: () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
};
