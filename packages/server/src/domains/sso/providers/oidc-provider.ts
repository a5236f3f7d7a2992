// Issuers where anyone can create an account.
const PUBLIC_ISSUER_HOSTS = new Set([
  'accounts.google.com',
  'account.apple.com',
  'appleid.apple.com',
  'api.login.yahoo.com',
  'gitlab.com',
  'id.twitch.tv',
  'slack.com',
  'www.facebook.com',
  'www.linkedin.com',
  'www.paypal.com',
]);
// The tenant id of personal Microsoft accounts.
const MICROSOFT_PERSONAL_TENANT = '/9188040d-6c67-4c5b-b112-36a304b66dad/';
const GOOGLE = 'accounts.google.com';

const hostOf = (issuer: string): string => (URL.canParse(issuer) ? new URL(issuer).hostname : '');

/** Whether anyone can create an account at an issuer: then allowed domains are required. */
export const isPublicIssuer = (issuer: string): boolean =>
  PUBLIC_ISSUER_HOSTS.has(hostOf(issuer)) || issuer.toLowerCase().includes(MICROSOFT_PERSONAL_TENANT);

/** Whether an identity provider is completely configured. */
export const isActive = <
  Row extends {
    issuer: string | null;
    client_id: string | null;
    client_secret: string | null;
    domains: string[] | null;
  },
>(
  row: Row,
): row is Row & { issuer: string; client_id: string; client_secret: string } =>
  Boolean(row.issuer && row.client_id && row.client_secret) &&
  (row.domains !== null || !isPublicIssuer(row.issuer!));

/** Whether an e-mail address is allowed to sign in through an identity provider, by its domain. */
export const isEmailAllowed = (
  { issuer, domains }: { readonly issuer: string; readonly domains: readonly string[] | null },
  { email, hostedDomain }: { readonly email: string; readonly hostedDomain: string | undefined },
): boolean => {
  if (domains === null) return !isPublicIssuer(issuer);
  // A personal Google account can have a company address: only managed accounts have a hosted domain.
  const claimed =
    hostOf(issuer) === GOOGLE ? [email.split('@').at(-1), hostedDomain] : [email.split('@').at(-1)];
  return claimed.every((domain) => domain !== undefined && domains.includes(domain.toLowerCase()));
};

/** The paths of this server that an identity provider and its users open. */
export const servicePaths = (providerId: string) => ({
  redirectURL: `/oidc/${providerId}/callback`,
  startURL: `/oidc/${providerId}/start`,
});

/** The purpose for which client secrets are encrypted. */
export const SECRET_PURPOSE = 'oidc';

/** Whether two URLs name the same issuer after normalization. */
export const isSameIssuer = (one: string, other: string): boolean =>
  URL.canParse(one) && URL.canParse(other) && new URL(one).href === new URL(other).href;
