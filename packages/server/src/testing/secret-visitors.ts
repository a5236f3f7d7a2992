import { SignJWT } from 'jose';
import { type Reader, readerOf } from './readers.ts';
import { CLAIMS, type SecretWorld } from './secret-world.ts';
import type { TestServer } from './server.ts';
import { asRenderer } from './sites.ts';

/** What a visitor says, and what their token proves. */
export interface Claims {
  readonly isCustomer: boolean;
  readonly unsigned: Readonly<Record<string, boolean>>;
}

/** Visitors with all combinations of claims. */
export const VISITORS: readonly Claims[] = Array.from({ length: 2 ** (CLAIMS.length + 1) }, (_, bits) => ({
  isCustomer: bits % 2 === 1,
  unsigned: Object.fromEntries(CLAIMS.map((name, at) => [name, ((bits >> (at + 1)) & 1) === 1] as const)),
}));

/** A visitor of the site, by the API and in a browser. */
export const visitorOf = async (
  server: TestServer,
  { spaces, site, visitorKey }: SecretWorld,
  { isCustomer, unsigned }: Claims,
): Promise<Reader> => {
  const jwtToken = await new SignJWT({ isCustomer })
    .setProtectedHeader({ alg: 'HS256' })
    .setExpirationTime('1h')
    .sign(new TextEncoder().encode(visitorKey));
  const { call, apiToken } = await asRenderer(server, site.url, {
    unsignedClaims: unsigned,
    ...(isCustomer && { jwtToken }),
  });
  const headers = {
    cookie: `gitbook-visitor-public=${encodeURIComponent(JSON.stringify(unsigned))}`,
    ...(isCustomer && { authorization: `Bearer ${jwtToken}` }),
  };
  const name = `visitor ${JSON.stringify({ isCustomer, unsigned })}`;
  return readerOf(name, spaces, { call, token: apiToken, headers });
};
