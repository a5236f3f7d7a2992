import { createIntegration, createOAuthHandler } from '@gitbook/runtime';

/** Asks another service for a token, and keeps it in the configuration of the installation. */
export default createIntegration({
  fetch: async (request, context) => {
    const { secrets, integration } = context.environment;
    const oauth = createOAuthHandler({
      redirectURL: `${integration.urls.publicEndpoint}/oauth`,
      clientId: secrets.CLIENT_ID ?? '',
      clientSecret: secrets.CLIENT_SECRET ?? '',
      authorizeURL: `${secrets.PROVIDER}/authorize`,
      accessTokenURL: `${secrets.PROVIDER}/token`,
    });
    const isOAuth = new URL(request.url).pathname.endsWith('/oauth');
    return isOAuth ? oauth(request, context) : new Response('Nothing here', { status: 404 });
  },
});
