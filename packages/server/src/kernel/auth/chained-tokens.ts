import type { Signing } from '../signing.ts';

/** The chain that a request of a script belongs to: the event that started it, and how many scripts acted before. */
export interface EventChain {
  readonly origin: string;
  readonly depth: number;
}

const SEPARATOR = '~';
const CHAIN = /^(\d{1,4})~([\w-]{1,64})~$/;

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
export const signChain = (signing: Signing, key: string, { origin, depth }: EventChain): string =>
  signing.sign(purposeOf(key), `${depth}${SEPARATOR}${origin}${SEPARATOR}`);

/** The chain of a token; undefined if the signature is invalid. */
export const verifyChain = (signing: Signing, key: string, signed: string): EventChain | undefined => {
  const [, depth, origin] = CHAIN.exec(signing.verify(purposeOf(key), signed) ?? '') ?? [];
  return origin === undefined ? undefined : { origin, depth: Number(depth) };
};
