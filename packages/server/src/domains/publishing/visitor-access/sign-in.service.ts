import { ApiError } from '../../../kernel/errors/errors.ts';
import type { SiteRow } from '../site/site.store.ts';
import type { SignInTarget } from './sign-in-target.ts';
import type { RequestedSite } from './site-lookup.service.ts';

/** Asks an integration where visitors of a site sign in; throws if it cannot sign them in. */
export type SignInAt = (site: Pick<SiteRow, 'organization' | 'id'>, location: string) => Promise<string>;

/** A redirect to the sign-in page, or the reason why sign-in does not work. */
export type SignInResult =
  | { readonly kind: 'redirect'; readonly location: string; readonly status: 302 | 307 }
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

/** Makes the service that sends visitors to sign in. */
export const createSignInService = ({ signInAt }: { readonly signInAt: SignInAt }) => {
  const signInUrl = async (
    { state: { site }, url }: Pick<RequestedSite, 'state' | 'url'>,
    target: SignInTarget,
  ): Promise<string> => {
    if (target.kind === 'url') return target.href;
    const href = await signInAt(site, target.location);
    if (isLoop(href, url))
      throw new ApiError(502, 'The sign-in URL of the integration leads back to the site without a token');
    return href;
  };

  return {
    /** The URL where visitors sign in; throws if the integration cannot sign them in. */
    signInUrl,

    /** Redirects a visitor to sign in, or explains why that does not work. */
    redirect: async (
      requested: Pick<RequestedSite, 'state' | 'url'>,
      target: SignInTarget,
    ): Promise<SignInResult> => {
      try {
        const location = await signInUrl(requested, target);
        return { kind: 'redirect', location, status: target.kind === 'integration' ? 302 : 307 };
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        return { kind: 'error', status: error.status, message: MESSAGES[error.status] ?? MESSAGES[502]! };
      }
    },
  };
};

/** Sign-in of visitors. */
export type SignInService = ReturnType<typeof createSignInService>;
