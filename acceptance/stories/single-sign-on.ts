import { expect } from 'vitest';
import { agreeToSso, newBrowser } from '../../packages/server/src/testing/browser-client.ts';
import { createIdentityProvider } from '../../packages/server/src/testing/identity-provider.ts';
import { errorOf, MemberRole, type Scene } from '../client.ts';

/** An organization adds an identity provider, users sign in through it, and it becomes required. */
export const anOrganizationRequiresSingleSignOn = async ({ server, clients }: Scene) => {
  const org = await server.organization('Single sign-on');
  const [admin, reader] = [clients.as(org.admin), clients.as(org.read)];
  const idp = createIdentityProvider();
  const { data: created } = await admin.orgs.createOrganizationSamlProvider(org.id, {
    label: 'Staff',
    defaultRole: MemberRole.Edit,
  });
  expect(created).toMatchObject({ object: 'saml-provider', status: 'pending' });
  expect((await clients.anonymous.orgs.listSsoProviderLoginsInOrganization(org.id)).data.items).toEqual([]);
  const { data: provider } = await admin.orgs.updateOrganizationSamlProvider(org.id, created.id, {
    entityID: idp.entityID,
    ssoURL: idp.ssoURL,
    certificate: idp.certificate,
  });
  expect(provider.status).toBe('active');
  const { data: logins } = await clients.anonymous.orgs.listSsoProviderLoginsInOrganization(org.id);
  expect(logins.items).toEqual([{ id: created.id, label: 'Staff', startURL: provider.service.startURL }]);

  const browser = newBrowser(server);
  const started = await browser.open(logins.items[0]!.startURL.replace(server.url, ''));
  const { id: inResponseTo } = idp.readRequest(started.location!);
  const SAMLResponse = idp.answer({ nameID: 'grace@staff.test', service: provider.service, inResponseTo });
  const accepted = await browser.send(`/saml/${created.id}/acs`, { SAMLResponse });
  await browser.open(accepted.location!);
  expect((await browser.open('/account')).text).toContain('grace@staff.test');

  await admin.orgs.updateOrganizationById(org.id, { sso: true });
  expect((await errorOf(reader.orgs.getOrganizationById(org.id))).code).toBe(404);
  await admin.orgs.setUserAsSsoMemberForOrganization(org.id, org.read.id);
  expect((await errorOf(reader.orgs.getOrganizationById(org.id))).code).toBe(404);
  await agreeToSso(server, org.read, org.id);
  expect((await reader.orgs.getOrganizationById(org.id)).data.sso).toBe(true);

  const { data: list } = await admin.orgs.listSamlProvidersInOrganizationById(org.id);
  expect(list.items.map(({ id }) => id)).toEqual([created.id]);
  expect((await admin.orgs.getOrganizationSamlProviderById(org.id, created.id)).data.label).toBe('Staff');
  // The last identity provider cannot be removed.
  expect((await errorOf(admin.orgs.deleteOrganizationSamlProvider(org.id, created.id))).code).toBe(409);
  await admin.orgs.updateOrganizationById(org.id, { sso: false });
  await admin.orgs.deleteOrganizationSamlProvider(org.id, created.id);
  expect((await browser.open('/account')).status).toBe(303);
};
