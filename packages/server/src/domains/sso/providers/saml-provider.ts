/** Whether an identity provider is completely configured. */
export const isActive = <
  Row extends { sso_url: string | null; entity_id: string | null; certificate: string | null },
>(
  row: Row,
): row is Row & { sso_url: string; entity_id: string; certificate: string } =>
  Boolean(row.sso_url && row.entity_id && row.certificate);

/** The paths of this server that an identity provider and its users open. */
export const servicePaths = (providerId: string) => ({
  acsURL: `/saml/${providerId}/acs`,
  startURL: `/saml/${providerId}/start`,
  entityID: `/saml/${providerId}/metadata`,
});
