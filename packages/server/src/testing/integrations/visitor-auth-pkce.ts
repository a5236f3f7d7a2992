import { createIntegration } from '@gitbook/runtime';
import { encode, sign } from './sign-token.ts';

const PROVIDER = 'https://identities.example';
const TOKENS = 'https://tokens.example';

const random = () => encode(crypto.getRandomValues(new Uint8Array(32)));
const challengeOf = async (verifier: string) =>
  encode(new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(verifier))));
const cookiesOf = (request: Request) =>
  new Map(
    (request.headers.get('cookie') ?? '')
      .split(/; */)
      .map((pair) => pair.split(/=(.*)/s, 2) as [string, string]),
  );

/** Signs visitors in with an authorization code and PKCE; its state and its verifier are in cookies. */
export default createIntegration({
  fetch_visitor_authentication: async (event, { environment }) => {
    if ((event as { action?: string }).action === 'logout')
      return new Response(null, { status: 302, headers: { location: `${PROVIDER}/logout` } });
    const [state, verifier] = [random(), random()];
    const to = new URL(`${PROVIDER}/authorize`);
    to.searchParams.set('response_type', 'code');
    to.searchParams.set('redirect_uri', `${environment.siteInstallation?.urls.publicEndpoint}/callback`);
    to.searchParams.set('state', state);
    to.searchParams.set('code_challenge', await challengeOf(verifier));
    to.searchParams.set('code_challenge_method', 'S256');
    const headers = new Headers({ location: to.href });
    const location = encodeURIComponent(event.location ?? '/');
    for (const pair of [`state=${state}`, `verifier=${verifier}`, `location=${location}`])
      headers.append('set-cookie', `${pair}; HttpOnly; SameSite=Lax; Path=/; Max-Age=300`);
    return new Response(null, { status: 302, headers });
  },
  fetch: async (request, { api, environment }) => {
    const { searchParams } = new URL(request.url);
    const { installation, siteInstallation, signingSecrets } = environment;
    if (!installation || !siteInstallation || !signingSecrets.siteInstallation)
      return new Response('Only for a site', { status: 400 });
    const cookies = cookiesOf(request);
    if (!cookies.has('state') || cookies.get('state') !== searchParams.get('state'))
      return new Response('The state is not that of this browser', { status: 400 });
    const answer = await fetch(`${TOKENS}/token`, {
      method: 'POST',
      body: new URLSearchParams({
        code: searchParams.get('code') ?? '',
        code_verifier: cookies.get('verifier') ?? '',
      }),
    });
    if (!answer.ok) return new Response('The provider refused the code', { status: 400 });
    const { data: site } = await api.orgs.getSiteById(
      installation.target.organization,
      siteInstallation.site,
    );
    const exp = Math.floor(Date.now() / 1000) + 3600;
    const location = decodeURIComponent(cookies.get('location') ?? '/');
    const to = new URL((site.urls.published ?? '').replace(/\/$/, '') + location);
    to.searchParams.set('jwt_token', await sign({ exp }, signingSecrets.siteInstallation));
    return new Response(null, { status: 302, headers: { location: to.href } });
  },
});
