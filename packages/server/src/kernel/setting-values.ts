import pg from 'pg';

// Each reads the text of a variable, and throws an Error that says what is wrong with it.

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

/** One of some words. */
export const oneOf =
  (...values: string[]) =>
  (value: string): string =>
    values.includes(value) ? value : fail(`must be one of ${values.join(', ')}`);

/** A text of a certain form. */
export const matching =
  (pattern: RegExp, message: string) =>
  (value: string): string =>
    pattern.test(value) ? value : fail(message);

/** An address, without the slashes that may end it. */
export const url =
  (...protocols: string[]) =>
  (value: string): string =>
    URL.canParse(value) && protocols.includes(new URL(value).protocol.slice(0, -1))
      ? value.replace(/\/+$/, '')
      : fail(`must be a URL that starts with ${protocols.map((p) => `${p}://`).join(' or ')}`);

/** An address that paths are appended to. */
export const publicUrl = (value: string): string => {
  const address = url('http', 'https')(value);
  const { username, password, search, hash } = new URL(address);
  return username || password || search || hash || /[?#]/.test(address)
    ? fail('must be an address without a user, "?" and "#": it stands in front of every path')
    : address;
};

/** An address of a PostgreSQL, which the driver can read. */
export const connectionString = (value: string): string => {
  const address = matching(/^postgres(ql)?:\/\/\S+$/, 'must start with postgres:// or postgresql://')(value);
  try {
    new pg.Client({ connectionString: address });
    return address;
  } catch {
    return fail('is not an address of a database');
  }
};

/** An address of a mail server. */
export const smtpUrl = (value: string): string => {
  const address = url('smtp', 'smtps')(value);
  return new URL(address).hostname ? address : fail('must name the host of a mail server');
};

/** Loose on purpose: mail servers know best what an address is. What breaks a header has no place in either form. */
export const MAILBOX = /^([^<>"\p{Cc}]*<[^\s<>@",;]+@[^\s<>@",;]+>|[^\s<>@",;]+@[^\s<>@",;]+)$/u;

/** A domain name in lower case, perhaps with a port. */
export const HOSTNAME = /^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)*[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?(:\d+)?$/;
