/** The claims of a visitor that are kept with events. */
export type KeptClaims = Readonly<Record<string, string | number | boolean>>;

const MAX_CLAIMS = 20;
const MAX_LENGTH = 64;

// They say who somebody is, and not what kind of reader.
const IDENTIFYING =
  /^(?:sub|jti|sid|nonce|at_hash|iat|exp|nbf|auth_time|iss|aud|azp|e-?mail.*|.*name|phone.*|address|birthdate|picture|profile|website|.*[_-]?id|.*Id|uuid|ip.*)$/;

/** The claims that describe a kind of reader, such as a plan or a role; those that identify a person are left out. */
export const keptClaims = (claims: Readonly<Record<string, unknown>> | undefined): KeptClaims =>
  Object.fromEntries(
    Object.entries(claims ?? {})
      .filter((entry): entry is [string, string | number | boolean] => {
        const [name, value] = entry;
        if (IDENTIFYING.test(name) || name.length > MAX_LENGTH) return false;
        return typeof value === 'string'
          ? value.length <= MAX_LENGTH && !value.includes('@')
          : typeof value === 'boolean' || Number.isFinite(value);
      })
      .slice(0, MAX_CLAIMS),
  );
