import type { MaskRule, MatchContext } from './mask-rule.ts';

// Addresses of private networks and of well-known servers name nobody.
const ANYBODYS =
  /^(?:0|10|127|22[4-9]|2[345]\d)\.|^169\.254\.|^192\.168\.|^172\.(?:1[6-9]|2\d|3[01])\.|^100\.(?:6[4-9]|[7-9]\d|1[01]\d|12[0-7])\.|^(?:8\.8\.8\.8|8\.8\.4\.4|1\.1\.1\.1|1\.0\.0\.1|9\.9\.9\.9)$/;
const NAMED =
  /(?<![\p{L}\p{N}])(?:ip(?:v4)?|ip[- ]?address(?:es)?|ip[- ]?adress\p{L}*|dirección ip|adresse ip)(?:\s(?:is|was|ist|war|es|est|address))?[\s:=("']{1,3}$/iu;
const IS_VERSION =
  /(?:(?<!\p{L})(?:version|release|build|firmware|driver|v|ver)\p{L}{0,2}\.?[\s:=#]{0,3}|[/@=^~-])$/iu;

/** Whether four numbers are the address of somebody, not a version. */
const isAddress = (found: string, { before }: MatchContext): boolean => {
  const parts = found.split('.').map(Number);
  if (parts.some((part) => part > 255) || ANYBODYS.test(found)) return false;
  if (NAMED.test(before)) return true;
  return !IS_VERSION.test(before) && parts[0]! >= 20 && parts.slice(1).some((part) => part >= 32);
};

/** Rules for the network addresses of people. */
export const NETWORK_ADDRESSES: readonly MaskRule[] = [
  {
    mask: '[mac]',
    pattern:
      /(?<![\w:-])(?:[0-9a-f]{2}(?::[0-9a-f]{2}){5}|[0-9a-f]{2}(?:-[0-9a-f]{2}){5}|(?=[\d.]*[a-f])[0-9a-f]{4}\.[0-9a-f]{4}\.[0-9a-f]{4})(?![\w:-])/gi,
  },
  {
    mask: '[ip]',
    pattern: /(?<![\w.])\d{1,3}(?:\.\d{1,3}){3}(?![\w-]|\.\d)/g,
    check: isAddress,
  },
  // Global addresses of version 6
  {
    mask: '[ip]',
    pattern:
      /(?<![\w:.])[23][0-9a-f]{3}:(?:[0-9a-f]{1,4}:){0,6}(?:[0-9a-f]{1,4}|(?::[0-9a-f]{1,4}){1,6}|:)(?![\w:])/gi,
    check: (found) => found.includes('::') || found.split(':').length === 8,
  },
];
