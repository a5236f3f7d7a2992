// A placeholder origin for parsing paths.
const HERE = 'http://here.invalid';

/** The default page after sign-in. */
export const HOME = '/app';

/** The account page. */
export const ACCOUNT_PATH = '/account';

/** The page on which a user consents to single sign-on of an organization. */
export const consentPath = (organizationId: string): string =>
  `${ACCOUNT_PATH}/organizations/${organizationId}/agreement`;

/** A path of this server; other URLs are replaced by the default page to prevent open redirects. */
export const safeReturnPath = (wanted: unknown): string => {
  if (typeof wanted !== 'string' || !wanted.startsWith('/') || !URL.canParse(wanted, HERE)) return HOME;
  const url = new URL(wanted, HERE);
  const path = url.pathname + url.search + url.hash;
  // Browsers read a path with two leading slashes as a host.
  return url.origin === HERE && !path.startsWith('//') ? path : HOME;
};
