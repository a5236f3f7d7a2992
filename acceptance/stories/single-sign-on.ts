import { expect } from 'vitest';
import { agreeToSso, newBrowser } from '../../packages/server/src/testing/browser-client.ts';
import { createIdentityProvider } from '../../packages/server/src/testing/identity-provider.ts';
import { MemberRole, refusalOf, type Scene } from '../client.ts';

/** An organization gets an identity provider, people come from it, and it becomes the only way in. */
export const anOrganizationSignsInByItsIdentityProvider = async ({ server, clients }: Scene) => {
  const org = await server.organization('Single sign-on');
  const [admin, reader] = [clients.as(org.admin), clients.as(org.read)];
  const idp = createIdentityProvider();
  const { data: made } = await admin.orgs.createOrganizationSamlProvider(org.id, {
    label: 'Staff',
    defaultRole: MemberRole.Edit,
  });
  expect(made).toMatchObject({ object: 'saml-provider', status: 'pending' });
  expect((await clients.anonymous.orgs.listSsoProviderLoginsInOrganization(org.id)).data.items).toEqual([]);
  const { data: provider } = await admin.orgs.updateOrganizationSamlProvider(org.id, made.id, {
    entityID: idp.entityID,
    ssoURL: idp.ssoURL,
    certificate: idp.certificate,
  });
  expect(provider.status).toBe('active');
  const { data: logins } = await clients.anonymous.orgs.listSsoProviderLoginsInOrganization(org.id);
  expect(logins.items).toEqual([{ id: made.id, label: 'Staff', startURL: provider.service.startURL }]);

  const browser = newBrowser(server);
  const started = await browser.open(logins.items[0]!.startURL.replace(server.url, ''));
  const { id: inResponseTo } = idp.readRequest(started.location!);
  const SAMLResponse = idp.answer({ nameID: 'grace@staff.test', service: provider.service, inResponseTo });
  const accepted = await browser.send(`/saml/${made.id}/acs`, { SAMLResponse });
  await browser.open(accepted.location!);
  expect((await browser.open('/account')).text).toContain('grace@staff.test');

  await admin.orgs.updateOrganizationById(org.id, { sso: true });
  expect((await refusalOf(reader.orgs.getOrganizationById(org.id))).code).toBe(404);
  await admin.orgs.setUserAsSsoMemberForOrganization(org.id, org.read.id);
  expect((await refusalOf(reader.orgs.getOrganizationById(org.id))).code).toBe(404);
  await agreeToSso(server, org.read, org.id);
  expect((await reader.orgs.getOrganizationById(org.id)).data.sso).toBe(true);

  const { data: list } = await admin.orgs.listSamlProvidersInOrganizationById(org.id);
  expect(list.items.map(({ id }) => id)).toEqual([made.id]);
  expect((await admin.orgs.getOrganizationSamlProviderById(org.id, made.id)).data.label).toBe('Staff');
  // The only way in stays one.
  expect((await refusalOf(admin.orgs.deleteOrganizationSamlProvider(org.id, made.id))).code).toBe(409);
  await admin.orgs.updateOrganizationById(org.id, { sso: false });
  await admin.orgs.deleteOrganizationSamlProvider(org.id, made.id);
  expect((await browser.open('/account')).status).toBe(303);
};
