/** Whether people can come from an identity provider: all that has to be known of it is. */
export const isActive = <
  Row extends { issuer: string | null; client_id: string | null; client_secret: string | null },
>(
  row: Row,
): row is Row & { issuer: string; client_id: string; client_secret: string } =>
  Boolean(row.issuer && row.client_id && row.client_secret);

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
