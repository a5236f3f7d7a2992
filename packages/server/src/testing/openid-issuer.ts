import { createHash, randomUUID } from 'node:crypto';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { exportJWK, exportSPKI, generateKeyPair, type JWTPayload, SignJWT } from 'jose';

/** The parameters of an authorization request. */
export type AuthorizationParameters = Readonly<Record<string, string>>;

/** The tokens and user info that the issuer returns; missing fields get valid values. */
export interface IssuedIdentity {
  readonly email?: string | undefined;
  readonly claims?: JWTPayload;
  /** Replaces the signature. */
  readonly sign?: (claims: JWTPayload) => Promise<string>;
  /** The response of the userinfo endpoint. */
  readonly userinfo?: Readonly<Record<string, unknown>>;
  readonly now?: Date;
}

const encoded = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');

/** An unsigned token. */
export const unsigned = async (claims: JWTPayload): Promise<string> =>
  `${encoded({ alg: 'none' })}.${encoded(claims)}.`;

const newKey = async () => {
  const { publicKey, privateKey } = await generateKeyPair('RS256', { extractable: true });
  const kid = randomUUID();
  return {
    jwk: { ...(await exportJWK(publicKey)), kid, alg: 'RS256', use: 'sig' },
    pem: await exportSPKI(publicKey),
    sign: (claims: JWTPayload): Promise<string> =>
      new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid }).sign(privateKey),
    /** Signed by HMAC with the public key as secret. */
    signAsSecret: (claims: JWTPayload, pem: string): Promise<string> =>
      new SignJWT(claims).setProtectedHeader({ alg: 'HS256', kid }).sign(new TextEncoder().encode(pem)),
  };
};

/** Starts an OpenID Connect provider that checks clients and returns any claims. */
export const startIssuer = async (host = '127.0.0.1') => {
  const codes = new Map<string, { asked: AuthorizationParameters; saying: IssuedIdentity }>();
  const tokens = new Map<string, IssuedIdentity>();
  const overrides = new Map<string, (response: ServerResponse) => void>();
  const visits: string[] = [];
  const client = { clientId: `client ${randomUUID()}`, clientSecret: `s%cret:${randomUUID()}` };
  let key = await newKey();
  let url = '';

  const describe = () => ({
    issuer: url,
    authorization_endpoint: `${url}/authorize?tenant=1`,
    token_endpoint: `${url}/token`,
    jwks_uri: `${url}/jwks`,
    userinfo_endpoint: `${url}/userinfo`,
    response_types_supported: ['code'],
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: ['RS256', 'HS256', 'none'],
    authorization_response_iss_parameter_supported: true,
  });

  const json = (response: ServerResponse, body: object, status = 200) =>
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));

  const claimsOf = (
    asked: AuthorizationParameters,
    { email, claims, now = new Date() }: IssuedIdentity,
  ): JWTPayload => {
    const seconds = Math.floor(now.getTime() / 1000);
    return {
      iss: url,
      sub: email ?? 'somebody',
      aud: client.clientId,
      iat: seconds,
      exp: seconds + 300,
      nonce: asked.nonce,
      ...(email !== undefined && { email, email_verified: true, given_name: 'Ada', family_name: 'Lovelace' }),
      ...claims,
    };
  };

  const isClient = (authorization = ''): boolean => {
    const [id, secret] = Buffer.from(authorization.replace(/^Basic /, ''), 'base64')
      .toString()
      .split(':');
    const plain = (value = '') => decodeURIComponent(value.replaceAll('+', ' '));
    return plain(id) === client.clientId && plain(secret) === client.clientSecret;
  };

  const giveTokens = async (response: ServerResponse, authorization: string | undefined, body: string) => {
    const form = new URLSearchParams(body);
    const given = codes.get(form.get('code') ?? '');
    codes.delete(form.get('code') ?? '');
    const challenge = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url');
    if (!isClient(authorization)) return json(response, { error: 'invalid_client' }, 401);
    if (challenge !== given?.asked.code_challenge || form.get('redirect_uri') !== given.asked.redirect_uri)
      return json(response, { error: 'invalid_grant' }, 400);
    const { asked, saying } = given;
    const access = randomUUID();
    tokens.set(access, saying);
    const sign = saying.sign ?? key.sign;
    return json(response, {
      access_token: access,
      token_type: 'Bearer',
      id_token: await sign(claimsOf(asked, saying)),
    });
  };

  const server = createServer(async (request, response) => {
    const [path = ''] = (request.url ?? '').split('?');
    visits.push(path);
    const override = overrides.get(path);
    if (override) return override(response);
    if (path === '/.well-known/openid-configuration') return json(response, describe());
    if (path === '/jwks') return json(response, { keys: [key.jwk] });
    if (path === '/token') return giveTokens(response, request.headers.authorization, await text(request));
    const saying = tokens.get(request.headers.authorization?.slice('Bearer '.length) ?? '');
    return saying?.userinfo ? json(response, saying.userinfo) : json(response, {}, 404);
  });
  await new Promise<void>((resolve) => server.listen(0, host, resolve));
  url = `http://${host}:${(server.address() as AddressInfo).port}`;

  return {
    url,
    ...client,
    describe,
    /** The requested paths. */
    visits,
    /** Overrides the response of a path, or resets it. */
    override: (path: string, reaction: ((response: ServerResponse) => void) | undefined) =>
      reaction ? overrides.set(path, reaction) : overrides.delete(path),
    answer: json,
    /** Parses the authorization request of a browser. */
    readRequest: (location: string): AuthorizationParameters =>
      Object.fromEntries(new URL(location).searchParams),
    /** Completes an authorization request; returns the query of the redirect. */
    letIn: (asked: AuthorizationParameters, saying: IssuedIdentity): Record<string, string> => {
      const code = randomUUID();
      codes.set(code, { asked, saying });
      return { code, state: asked.state!, iss: url };
    },
    /** Rotates the signing key. */
    rotate: async () => {
      key = await newKey();
    },
    sign: (claims: JWTPayload) => key.sign(claims),
    signAsSecret: (claims: JWTPayload) => key.signAsSecret(claims, key.pem),
    close: () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
};

/** An OpenID Connect provider for tests. */
export type OpenIdIssuer = Awaited<ReturnType<typeof startIssuer>>;
