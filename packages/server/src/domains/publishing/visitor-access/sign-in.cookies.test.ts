import { beforeAll, describe, expect, test } from 'vitest';
import { bundleIntegration } from '../../../testing/integration-scripts.ts';
import { eventsOf } from '../../../testing/reporter-integration.ts';
import type { TestOrganization, TestServer } from '../../../testing/server.ts';
import { withOrganization } from '../../../testing/set-up.ts';
import { callOrThrow } from '../../../testing/showcase.ts';
import type { PublishedSite } from '../../../testing/sites.ts';
import {
  answering,
  broughtBack,
  installOnSite,
  closedSite as openClosedSite,
} from '../../../testing/visitor-sign-in.ts';
import { visitorCookie } from './visitor-session.ts';

let server: TestServer;
let org: TestOrganization;
withOrganization((fresh) => {
  ({ server, org } = fresh);
});

let script: string;
beforeAll(async () => {
  script = await bundleIntegration('visitor-auth');
});

const closedSite = () => openClosedSite(server, org);
const installed = (site: PublishedSite, text: string) => installOnSite(org, site, text);

describe('the cookies of an integration that signs visitors in', () => {
  test('are set at the host of its endpoint, as PKCE needs', async () => {
    const site = await closedSite();
    const { name } = await installed(
      site,
      answering(`return new Response(null, { status: 302, headers: [
        ['location', 'https://identities.example/authorize?redirect_uri=x'],
        ['set-cookie', 'verifier=abc; HttpOnly; Path=/; Domain=evil.example'],
        ['set-cookie', '__Host-state=abc; Secure; Path=/'],
        ['set-cookie', 'lectern_session=stolen; Path=/'],
      ] })`),
    );
    const path = `/~integrations/${name}`;
    const endpoint = `${server.url}${path}/visitors/${org.id}/${site.id}/sign-in?location=`;
    for (const [asked, location] of [
      ['/second-page?x=1&token=abc', '/second-page?x=1'],
      ['/~gitbook/auth/login?location=%2F', '/'],
    ]) {
      const { status, headers } = await site.get(asked);
      expect([status, headers.location, headers['set-cookie']]).toEqual([
        302,
        endpoint + encodeURIComponent(location!),
        undefined,
      ]);
      const { body } = await server.anonymous('POST', '/urls/published', { url: `${site.url}${location}` });
      expect(body.redirect).toBe(headers.location);
      const answer = await fetch(String(headers.location), { redirect: 'manual' });
      expect([answer.status, answer.headers.get('location'), answer.headers.get('cache-control')]).toEqual([
        302,
        'https://identities.example/authorize?redirect_uri=x',
        'no-store',
      ]);
      expect(answer.headers.getSetCookie()).toEqual([
        `verifier=abc; HttpOnly; Path=${path}`,
        // Browsers refuse the prefix __Host- with a path.
        `__Secure-Host-state=abc; Secure; Path=${path}`,
      ]);
    }
  });

  test('reach it under their own name, also with the prefix __Host-', async () => {
    const site = await closedSite();
    const { name } = await installed(
      site,
      `export default { fetch: async (request) => {
        const { request: { headers } } = JSON.parse((await request.formData()).get('event'));
        return new Response(headers.cookie);
      } }`,
    );
    const answer = await fetch(`${server.url}/~integrations/${name}/integration`, {
      headers: { cookie: 'a=1; __Secure-Host-state=abc' },
    });
    expect(await answer.text()).toBe('a=1; __Host-state=abc');
  });

  test('are set for visitors of its own sites, who return only to the site', async () => {
    const [site, open] = [await closedSite(), await closedSite()];
    const { name } = await installed(site, script);
    const { name: other } = await installed(open, script);
    await callOrThrow(org, 'PATCH', `${open.at}/publishing/auth`, { backend: 'custom' });
    const ask = (integration: string, siteId: string, more: string, organization = org.id) =>
      fetch(`${server.url}/~integrations/${integration}/visitors/${organization}/${siteId}/${more}`, {
        redirect: 'manual',
      });
    for (const action of ['sign-in', 'sign-out']) {
      for (const [integration, siteId, organization] of [
        [other, site.id],
        ['none', site.id],
        [name, open.id],
        [other, open.id],
        [name, 'none'],
        [name, site.id, 'none'],
      ] as const)
        expect([integration, siteId, (await ask(integration, siteId, action, organization)).status]).toEqual([
          integration,
          siteId,
          404,
        ]);
    }
    for (const location of ['https://evil.example/', '//evil.example', '/\\evil.example', '/%zz', '/../up']) {
      const { headers } = await ask(name, site.id, `sign-in?location=${encodeURIComponent(location)}`);
      expect((await broughtBack(headers.get('location'))).origin).toBe(new URL(site.url).origin);
    }
    await callOrThrow(org, 'POST', `${site.at}/unpublish`);
    expect((await ask(name, site.id, 'sign-in')).status).toBe(404);
  });

  /** Follows the sign-out of a visitor to the endpoint of the integration. */
  const signedOut = async (site: PublishedSite, name: string, cookie = '') => {
    const left = await site.get('/~gitbook/auth/logout', { cookie: `${visitorCookie(site.base)}=abc` });
    const endpoint = `${server.url}/~integrations/${name}/visitors/${org.id}/${site.id}/sign-out`;
    expect([left.status, left.headers.location]).toEqual([307, endpoint]);
    expect(String(left.headers['set-cookie'])).toContain('Max-Age=0');
    const { status, headers } = await fetch(endpoint, { redirect: 'manual', headers: { cookie } });
    return { status, location: headers.get('location'), cookies: headers.getSetCookie() };
  };

  test('are deleted at sign-out, which the integration takes part in', async () => {
    const site = await closedSite();
    const { name } = await installed(
      site,
      answering(`return new Response(null, { status: 302, headers: [
        ['location', 'https://identities.example/logout?returnTo=x'],
        ['set-cookie', 'left=yes; Path=/'],
      ] })`),
    );
    const path = `/~integrations/${name}`;
    const cookie = 'verifier=abc; __Secure-Host-state=abc; lectern_session=mine';
    expect(await signedOut(site, name, cookie)).toEqual({
      status: 302,
      location: 'https://identities.example/logout?returnTo=x',
      cookies: [
        `verifier=; Path=${path}; Max-Age=0`,
        `__Secure-Host-state=; Path=${path}; Max-Age=0; Secure`,
        `left=yes; Path=${path}`,
      ],
    });
    await expect
      .poll(async () => (await eventsOf(org, name)).map(({ payload }) => payload))
      .toContainEqual(
        expect.objectContaining({ type: 'fetch_visitor_authentication', action: 'logout', location: '/' }),
      );
    // Without a session, nobody is signed out.
    expect((await site.get('/~gitbook/auth/logout')).headers.location).toBe(site.base || '/');
  });

  test.each([
    [
      'does not know sign-out',
      `return Response.redirect('https://identities.example/authorize?response_type=code', 302)`,
    ],
    ['fails', `throw new Error('no')`],
  ])('are deleted at sign-out if the integration %s', async (_, code) => {
    const site = await closedSite();
    const { name } = await installed(site, answering(code));
    expect(await signedOut(site, name, 'verifier=abc')).toEqual({
      status: 302,
      location: site.url,
      cookies: [`verifier=; Path=/~integrations/${name}; Max-Age=0`],
    });
  });
});
