import { ApiError } from '../../../kernel/errors/errors.ts';
import type { Kernel } from '../../../kernel/kernel.ts';
import type { VisitorAuthenticationService, VisitorRedirect } from '../../integrations/index.ts';
import type { SignInTarget } from './sign-in-target.ts';
import type { RequestedSite } from './site-lookup.service.ts';
import { visitorEndpointUrl } from './visitor-endpoint.ts';

interface Dependencies extends Pick<Kernel, 'links'> {
  readonly visitorAuthentication: VisitorAuthenticationService;
}

type Requested = Pick<RequestedSite, 'state' | 'url'>;

/** A redirect to the sign-in page, or the reason why sign-in does not work. */
export type SignInResult =
  | {
      readonly kind: 'redirect';
      readonly location: string;
      readonly status: 302 | 307;
      readonly cookies?: readonly string[];
    }
  | { readonly kind: 'error'; readonly status: number; readonly message: string };

const MESSAGES: Readonly<Record<number, string>> = {
  502: 'Sign-in failed: the integration that signs visitors in returned an invalid response.',
  503: 'Sign-in failed: no active integration signs visitors in to this site.',
  504: 'Sign-in timed out. Try again later.',
};

/** Whether a URL leads back to the site without a token, which would redirect visitors in a loop. */
const isLoop = (href: string, siteUrl: string): boolean => {
  const [to, site] = [new URL(href), new URL(siteUrl)];
  return (
    to.host === site.host &&
    `${to.pathname}/`.startsWith(site.pathname.replace(/\/?$/, '/')) &&
    !to.searchParams.has('jwt_token')
  );
};

// Integrations that do not know sign-out return their sign-in URL.
const isSignIn = (href: string): boolean => {
  const { searchParams } = new URL(href);
  return ['response_type', 'redirect_uri', 'SAMLRequest'].some((name) => searchParams.has(name));
};

const redirectTo = (
  location: string,
  status: 302 | 307,
  cookies: readonly string[] = [],
): Extract<SignInResult, { kind: 'redirect' }> => ({
  kind: 'redirect',
  location,
  status,
  ...(cookies.length > 0 && { cookies }),
});

/** Makes the service that sends visitors to sign in and out. */
export const createSignInService = ({ links, visitorAuthentication }: Dependencies) => {
  const signInAtIntegration = async (
    { state: { site }, url }: Requested,
    location: string,
  ): Promise<VisitorRedirect> => {
    const found = await visitorAuthentication.authenticate(site, { location });
    if (isLoop(found.href, url))
      throw new ApiError(502, 'The sign-in URL of the integration leads back to the site without a token');
    return found;
  };

  /** The URL where visitors sign in; throws if the integration cannot sign them in. */
  const signInUrl = async (requested: Requested, target: SignInTarget): Promise<string> => {
    if (target.kind === 'url') return target.href;
    const { site } = requested.state;
    const { integration, href, cookies } = await signInAtIntegration(requested, target.location);
    if (cookies.length === 0) return href;
    // The host of the site cannot set cookies for that of the integration, which is asked again there.
    const endpoint = visitorEndpointUrl(links, integration, site, 'sign-in');
    return `${endpoint}?location=${encodeURIComponent(target.location)}`;
  };

  const explained = async (redirect: () => Promise<SignInResult>): Promise<SignInResult> => {
    try {
      return await redirect();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      return { kind: 'error', status: error.status, message: MESSAGES[error.status] ?? MESSAGES[502]! };
    }
  };

  return {
    signInUrl,

    /** The URL where the integration of a site signs visitors out; undefined without an integration. */
    signOutUrl: async ({ state: { site } }: Pick<RequestedSite, 'state'>): Promise<string | undefined> => {
      if (site.visitorAuth?.backend !== 'integration') return undefined;
      const integration = await visitorAuthentication.findAuthenticator(site);
      return integration && visitorEndpointUrl(links, integration, site, 'sign-out');
    },

    /** Redirects a visitor to sign in, or explains why that does not work. */
    redirect: (requested: Requested, target: SignInTarget): Promise<SignInResult> =>
      explained(async () =>
        redirectTo(await signInUrl(requested, target), target.kind === 'integration' ? 302 : 307),
      ),

    /** The same at the host of the integration's endpoint, with its cookies. */
    redirectWithCookies: (requested: Requested, target: SignInTarget): Promise<SignInResult> =>
      explained(async () => {
        if (target.kind === 'url') return redirectTo(target.href, 307);
        const { href, cookies } = await signInAtIntegration(requested, target.location);
        return redirectTo(href, 302, cookies);
      }),

    /** Signs a visitor out at the integration, and deletes its cookies; visitors return to the site if it cannot. */
    signOutAtIntegration: async (
      { state: { site }, url }: Requested,
      integration: string,
      cookieHeader: string | undefined,
    ): Promise<SignInResult> => {
      const expired = visitorAuthentication.expireCookies(integration, cookieHeader);
      try {
        const request = { location: '/', action: 'logout' } as const;
        const { href, cookies } = await visitorAuthentication.authenticate(site, request);
        return isSignIn(href)
          ? redirectTo(url, 302, expired)
          : redirectTo(href, 302, [...expired, ...cookies]);
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        return redirectTo(url, 302, expired);
      }
    },
  };
};

/** Sign-in of visitors. */
export type SignInService = ReturnType<typeof createSignInService>;
