import { expect } from 'vitest';
import { newBrowser } from '../../packages/server/src/testing/browser-client.ts';
import { startIssuer } from '../../packages/server/src/testing/openid-issuer.ts';
import type { Scene } from '../client.ts';

/** The address of the issuer, which the server may request. */
export const OPENID_HOST = '127.0.0.3';

/** An organization adds an issuer, through which users sign in and become members. */
export const usersSignInByOpenidConnect = async ({ server, clients }: Scene) => {
  const org = await server.organization('OpenID Connect');
  const admin = clients.as(org.admin);
  const issuer = await startIssuer(OPENID_HOST);
  const { url, clientId, clientSecret } = issuer;
  // These operations are extensions of Lectern, which the client does not have.
  const { body: provider } = await org.admin.call('POST', `/orgs/${org.id}/oidc`, {
    label: 'Staff',
    issuer: url,
    clientId,
    clientSecret,
    defaultRole: 'review',
  });
  const { data: logins } = await clients.anonymous.orgs.listSsoProviderLoginsInOrganization(org.id);
  expect(logins.items).toEqual([{ id: provider.id, label: 'Staff', startURL: provider.service.startURL }]);

  const browser = newBrowser(server);
  const started = await browser.open(logins.items[0]!.startURL.replace(server.url, ''));
  const answer = issuer.letIn(issuer.readRequest(started.location!), { email: 'hedy@staff.test' });
  const accepted = await browser.open(`/oidc/${provider.id}/callback?${new URLSearchParams(answer)}`);
  await browser.open(accepted.location!);
  expect((await browser.open('/account')).text).toContain('hedy@staff.test');

  const { data: members } = await admin.orgs.listMembersInOrganizationById(org.id, {
    search: 'hedy@staff.test',
  });
  expect(members.items).toMatchObject([{ role: 'review', sso: true }]);
  await org.admin.call('DELETE', `/orgs/${org.id}/oidc/${provider.id}`);
  expect((await browser.open('/account')).status).toBe(303);
  await issuer.close();
};
