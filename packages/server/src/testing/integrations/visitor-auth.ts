import { createIntegration } from '@gitbook/runtime';
import { sign } from './sign-token.ts';

/** Lets visitors in who were at a provider of identities: away to it, and back with a token for the site. */
export default createIntegration({
  fetch_visitor_authentication: async (event, { environment }) => {
    const to = new URL('https://identities.example/authorize');
    to.searchParams.set('redirect_uri', `${environment.siteInstallation?.urls.publicEndpoint}/callback`);
    to.searchParams.set('state', event.location ?? '');
    return Response.redirect(to.href, 302);
  },
  fetch: async (request, { api, environment }) => {
    const { searchParams } = new URL(request.url);
    const { installation, siteInstallation, signingSecrets } = environment;
    if (!installation || !siteInstallation || !signingSecrets.siteInstallation)
      return new Response('Only for a site', { status: 400 });
    const { data: site } = await api.orgs.getSiteById(
      installation.target.organization,
      siteInstallation.site,
    );
    const exp = Math.floor(Date.now() / 1000) + 3600;
    const token = await sign({ exp, plan: 'gold' }, signingSecrets.siteInstallation);
    const to = new URL((site.urls.published ?? '').replace(/\/$/, '') + (searchParams.get('state') ?? '/'));
    to.searchParams.set('jwt_token', token);
    return Response.redirect(to.href, 302);
  },
});
