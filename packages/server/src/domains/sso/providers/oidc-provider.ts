// Issuers at which anybody can have an account.
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
// What Microsoft calls the tenant of all private accounts.
const MICROSOFT_PERSONAL_TENANT = '/9188040d-6c67-4c5b-b112-36a304b66dad/';
const GOOGLE = 'accounts.google.com';

const hostOf = (issuer: string): string => (URL.canParse(issuer) ? new URL(issuer).hostname : '');

/** Whether anybody can have an account at an issuer: then it has to be said who may come. */
export const isPublicIssuer = (issuer: string): boolean =>
  PUBLIC_ISSUER_HOSTS.has(hostOf(issuer)) || issuer.toLowerCase().includes(MICROSOFT_PERSONAL_TENANT);

/** Whether people can come from an identity provider: all that has to be known of it is. */
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

/** Whether somebody may come from an identity provider, by the domain of their address. */
export const isEmailAllowed = (
  { issuer, domains }: { readonly issuer: string; readonly domains: readonly string[] | null },
  { email, hostedDomain }: { readonly email: string; readonly hostedDomain: string | undefined },
): boolean => {
  if (domains === null) return !isPublicIssuer(issuer);
  // Google lets people have private accounts with addresses of their companies: only these it says to be managed by them.
  const claimed =
    hostOf(issuer) === GOOGLE ? [email.split('@').at(-1), hostedDomain] : [email.split('@').at(-1)];
  return claimed.every((domain) => domain !== undefined && domains.includes(domain.toLowerCase()));
};

/** Where an identity provider and the people who come from it find this server. */
export const servicePaths = (providerId: string) => ({
  redirectURL: `/oidc/${providerId}/callback`,
  startURL: `/oidc/${providerId}/start`,
});

/** For what the secrets of clients are encrypted. */
export const SECRET_PURPOSE = 'oidc';

/** Whether two texts name one issuer: what stands for nothing in an address does not tell them apart. */
export const isSameIssuer = (one: string, other: string): boolean =>
  URL.canParse(one) && URL.canParse(other) && new URL(one).href === new URL(other).href;
