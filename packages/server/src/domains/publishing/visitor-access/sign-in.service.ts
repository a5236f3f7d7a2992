import { ApiError } from '../../../kernel/errors/errors.ts';
import type { SiteRow } from '../site/site.store.ts';
import type { SignInTarget } from './sign-in-target.ts';
import type { RequestedSite } from './site-lookup.service.ts';

/** Asks an integration where visitors of a site sign in or out; throws if it cannot do that. */
export type AuthenticateVisitor = (
  site: Pick<SiteRow, 'organization' | 'id'>,
  request: { readonly siteUrl: string; readonly location: string; readonly action?: 'logout' },
) => Promise<{ readonly href: string; readonly cookies: readonly string[] }>;

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

/** Makes the service that sends visitors to sign in and out. */
export const createSignInService = ({
  authenticateVisitor,
}: {
  readonly authenticateVisitor: AuthenticateVisitor;
}) => {
  const signInAt = async (
    { state: { site }, url }: Pick<RequestedSite, 'state' | 'url'>,
    target: SignInTarget,
  ): Promise<{ readonly href: string; readonly cookies: readonly string[] }> => {
    if (target.kind === 'url') return { href: target.href, cookies: [] };
    const found = await authenticateVisitor(site, { siteUrl: url, location: target.location });
    if (isLoop(found.href, url))
      throw new ApiError(502, 'The sign-in URL of the integration leads back to the site without a token');
    return found;
  };

  return {
    /** The URL where visitors sign in; throws if the integration cannot sign them in. */
    signInUrl: async (
      requested: Pick<RequestedSite, 'state' | 'url'>,
      target: SignInTarget,
    ): Promise<string> => (await signInAt(requested, target)).href,

    /** The URL where the integration of a site signs visitors out; undefined if it does not. */
    signOutUrl: async ({
      state: { site },
      url,
    }: Pick<RequestedSite, 'state' | 'url'>): Promise<string | undefined> => {
      if (site.visitorAuth?.backend !== 'integration') return undefined;
      try {
        const { href } = await authenticateVisitor(site, { siteUrl: url, location: '/', action: 'logout' });
        return isSignIn(href) ? undefined : href;
      } catch (error) {
        // Visitors are signed out of the site in any case.
        if (!(error instanceof ApiError)) throw error;
        return undefined;
      }
    },

    /** Redirects a visitor to sign in, or explains why that does not work. */
    redirect: async (
      requested: Pick<RequestedSite, 'state' | 'url'>,
      target: SignInTarget,
    ): Promise<SignInResult> => {
      try {
        const { href, cookies } = await signInAt(requested, target);
        return {
          kind: 'redirect',
          location: href,
          status: target.kind === 'integration' ? 302 : 307,
          ...(cookies.length > 0 && { cookies }),
        };
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        return { kind: 'error', status: error.status, message: MESSAGES[error.status] ?? MESSAGES[502]! };
      }
    },
  };
};

/** Sign-in of visitors. */
export type SignInService = ReturnType<typeof createSignInService>;
