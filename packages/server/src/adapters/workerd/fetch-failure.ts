import { EgressError } from '../../kernel/egress.ts';

const BY_CODE: Readonly<Record<string, string>> = {
  ENOTFOUND: 'its name could not be resolved',
  EAI_AGAIN: 'its name could not be resolved',
  ECONNREFUSED: 'it refused the connection',
  ECONNRESET: 'it closed the connection',
  EPIPE: 'it closed the connection',
  UND_ERR_SOCKET: 'it closed the connection',
  EHOSTUNREACH: 'there is no route to it',
  ENETUNREACH: 'there is no route to it',
  ETIMEDOUT: 'it did not accept the connection in time',
  EPROTO: 'no secure connection could be made',
};
const BAD_CERTIFICATE = /CERT|UNABLE_TO_|ERR_TLS/;
const BAD_RESPONSE = /^HPE_/;
const MAX_CAUSES = 5;

/** The codes of an error and of its causes. */
const codesOf = (error: unknown, left = MAX_CAUSES): string[] => {
  if (!(error instanceof Error) || left === 0) return [];
  const { code, cause, errors = [] } = error as Error & { code?: unknown; errors?: readonly unknown[] };
  return [
    ...(typeof code === 'string' ? [code] : []),
    ...codesOf(cause, left - 1),
    ...errors.flatMap((one) => codesOf(one, left - 1)),
  ];
};

const reasonOf = (code: string): string | undefined => {
  if (BAD_CERTIFICATE.test(code)) return 'its certificate is not valid';
  if (BAD_RESPONSE.test(code)) return 'it did not send a valid HTTP response';
  return BY_CODE[code];
};

const hostOf = (url: string): string => (URL.canParse(url) ? new URL(url).host : 'The address');

/** Tells a script what could not be fetched and why; other addresses than public ones are refused before. */
export const fetchFailureMessage = (url: string, error: unknown): string => {
  const host = hostOf(url);
  if (error instanceof EgressError && error.code !== 'NETWORK') return `${host} ${error.problem}.`;
  const reason = codesOf(error).map(reasonOf).find(Boolean);
  return reason === undefined
    ? `${host} could not be reached or did not send a valid HTTP response.`
    : `${host} could not be reached: ${reason}.`;
};
