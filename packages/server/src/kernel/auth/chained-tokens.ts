import type { Signing } from '../signing.ts';

/** The chain that an action of a script belongs to: the event that started it, and the integrations that have acted since, by id. */
export interface EventChain {
  readonly origin: string;
  readonly path: readonly string[];
}

const SEPARATOR = '~';
const CHAIN = /^((?:[\w-]{1,64}\.){0,99})~([\w-]{1,64})~$/;

/** The header of requests within the server that carries the chain of a script. */
export const CHAIN_HEADER = 'x-lectern-chain';

const purposeOf = (key: string) => `token chain\n${key}`;

/** The part of a token that is stored as a hash; the token of a script continues with its chain. */
export const chainableSecret = (secret: string): string => secret + SEPARATOR;

/** Splits a token into its secret and its signed chain; undefined without one. */
export const splitToken = (
  token: string,
): { readonly secret: string; readonly chain: string | undefined } => {
  const end = token.indexOf(SEPARATOR) + 1;
  return end === 0
    ? { secret: token, chain: undefined }
    : { secret: token.slice(0, end), chain: token.slice(end) };
};

/** Adds a chain to a token. It is signed, so that scripts cannot present another one. */
export const signChain = (signing: Signing, key: string, { origin, path }: EventChain): string =>
  signing.sign(purposeOf(key), `${path.map((id) => `${id}.`).join('')}${SEPARATOR}${origin}${SEPARATOR}`);

/** The chain of a token; undefined if the signature is invalid. */
export const verifyChain = (signing: Signing, key: string, signed: string): EventChain | undefined => {
  const [, path, origin] = CHAIN.exec(signing.verify(purposeOf(key), signed) ?? '') ?? [];
  return origin === undefined ? undefined : { origin, path: path!.split('.').slice(0, -1) };
};
