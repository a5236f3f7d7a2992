import pg from 'pg';

// Parsers of environment variables; each throws an Error that describes the expected value.

const fail = (message: string): never => {
  throw new Error(message);
};

/** Any text. */
export const text = (value: string): string => value;

/** A whole number within bounds. */
export const integer =
  (min: number, max: number) =>
  (value: string): number =>
    /^\d+$/.test(value) && Number(value) >= min && Number(value) <= max
      ? Number(value)
      : fail(`must be a whole number from ${min} to ${max}`);

/** One of the given values. */
export const oneOf =
  (...values: string[]) =>
  (value: string): string =>
    values.includes(value) ? value : fail(`must be one of ${values.join(', ')}`);

/** `true` or `false`. */
export const boolean = (value: string): boolean => oneOf('true', 'false')(value) === 'true';

/** Text that matches a pattern. */
export const matching =
  (pattern: RegExp, message: string) =>
  (value: string): string =>
    pattern.test(value) ? value : fail(message);

/** A URL without trailing slashes. */
export const url =
  (...protocols: string[]) =>
  (value: string): string =>
    URL.canParse(value) && protocols.includes(new URL(value).protocol.slice(0, -1))
      ? value.replace(/\/+$/, '')
      : fail(`must be a URL that starts with ${protocols.map((p) => `${p}://`).join(' or ')}`);

/** A URL that paths are appended to. */
export const publicUrl = (value: string): string => {
  const address = url('http', 'https')(value);
  const { username, password, search, hash } = new URL(address);
  return username || password || search || hash || /[?#]/.test(address)
    ? fail('must be a URL without user, query and fragment, because paths are appended to it')
    : address;
};

/** A PostgreSQL connection URL. */
export const connectionString = (value: string): string => {
  const address = matching(/^postgres(ql)?:\/\/\S+$/, 'must start with postgres:// or postgresql://')(value);
  try {
    new pg.Client({ connectionString: address });
    return address;
  } catch {
    return fail('is not a valid connection URL');
  }
};

/** The URL of a mail server. */
export const smtpUrl = (value: string): string => {
  const address = url('smtp', 'smtps')(value);
  return new URL(address).hostname ? address : fail('must contain the host of a mail server');
};

/** An e-mail address with or without a name. Loose on purpose, but excludes characters that could break a header. */
export const MAILBOX = /^([^<>"\p{Cc}]*<[^\s<>@",;]+@[^\s<>@",;]+>|[^\s<>@",;]+@[^\s<>@",;]+)$/u;

/** A domain name in lower case, with an optional port. */
export const HOSTNAME = /^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)*[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?(:\d+)?$/;
