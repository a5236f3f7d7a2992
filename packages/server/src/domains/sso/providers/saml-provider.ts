/** Whether people can come from an identity provider: all that has to be known of it is. */
export const isActive = <
  Row extends { sso_url: string | null; entity_id: string | null; certificate: string | null },
>(
  row: Row,
): row is Row & { sso_url: string; entity_id: string; certificate: string } =>
  Boolean(row.sso_url && row.entity_id && row.certificate);

/** Where an identity provider and the people who come from it find this server. */
export const servicePaths = (providerId: string) => ({
  acsURL: `/saml/${providerId}/acs`,
  startURL: `/saml/${providerId}/start`,
  entityID: `/saml/${providerId}/metadata`,
});
