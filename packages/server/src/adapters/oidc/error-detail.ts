/** Causes that administrators meet often, by error code of OAuth. */
const HINTS: Readonly<Record<string, string>> = {
  invalid_client: 'The client ID or the client secret is wrong',
  unauthorized_client: 'The client may not use the authorization code flow',
  invalid_grant: 'The code was refused: the redirect URL may differ from the registered one',
  invalid_scope: 'The scopes openid, email and profile are not all allowed for this client',
  access_denied: 'Access was denied: the user may not be assigned to the application, or has cancelled',
};

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

/** The refusal of the provider: the error code of OAuth with its description. */
const refusalOf = ({ error, error_description: description }: Readonly<Record<string, unknown>>) => {
  if (typeof error !== 'string') return [];
  return [`${error}${typeof description === 'string' ? ` (${description})` : ''}`, HINTS[error] ?? ''];
};

/** The claim of a token that has another value than expected, or a time that has passed. */
const claimOf = ({ claim, claims, expected }: Readonly<Record<string, unknown>>) => {
  if (typeof claim !== 'string' || !isObject(claims)) return [];
  const found = `the claim ${claim} is ${textOf(claims[claim])}`;
  return [expected === undefined ? found : `${found}, expected ${textOf(expected)}`];
};

const MAX_DEPTH = 4;

/** What exactly is wrong with a response of an identity provider, from the errors of the library. */
export const detailOf = (error: unknown): string => {
  const found: string[] = [];
  let current = error;
  for (let depth = 0; depth < MAX_DEPTH && isObject(current); depth++) {
    if (current instanceof Error) found.push(current.message);
    found.push(...refusalOf(current), ...claimOf(current));
    current = current.cause;
  }
  return [...new Set(found.filter(Boolean))].join(': ');
};
