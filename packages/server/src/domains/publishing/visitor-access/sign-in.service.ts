import type { PageResponse } from '../../../kernel/contract/operation.ts';
import { ApiError } from '../../../kernel/errors/errors.ts';
import { plain, redirectTo } from '../responses/plain-responses.ts';
import type { SiteRow } from '../site/site.store.ts';
import type { Login } from './site-address.ts';

/** Where an integration lets visitors of a site sign in; throws what keeps them from it. */
export type SignInAt = (site: Pick<SiteRow, 'organization' | 'id'>, location: string) => Promise<string>;

/** The site that somebody stands before, and its address. */
interface Threshold {
  readonly state: { readonly site: SiteRow };
  readonly url: string;
}

const SAID: Readonly<Record<number, string>> = {
  502: 'Signing in to this site does not work: what it is left to gave no answer that can be used.\n',
  503: 'Signing in to this site does not work: nobody signs visitors in at this moment.\n',
  504: 'Signing in to this site takes too long at this moment. Please try again later.\n',
};

// Whoever comes back with nothing new would be sent away again.
const leadsBack = (address: string, siteUrl: string): boolean => {
  const [to, site] = [new URL(address), new URL(siteUrl)];
  return (
    to.host === site.host &&
    `${to.pathname}/`.startsWith(site.pathname.replace(/\/?$/, '/')) &&
    !to.searchParams.has('jwt_token')
  );
};

/** Where visitors are led to who have to sign in. */
export const createDoorsService = ({ signInAt }: { readonly signInAt: SignInAt }) => {
  const addressOf = async ({ state: { site }, url }: Threshold, login: Login): Promise<string> => {
    if (login.kind === 'address') return login.href;
    const address = await signInAt(site, login.location);
    if (leadsBack(address, url)) throw new ApiError(502, 'Visitors were to sign in where they came from');
    return address;
  };

  return {
    /** The address where they sign in; throws what keeps them from it. */
    addressOf,

    /** Leads them there, or says that it does not work. */
    answer: async (threshold: Threshold, login: Login): Promise<PageResponse> => {
      try {
        return redirectTo(
          await addressOf(threshold, login),
          {},
          login.kind === 'integration' ? 302 : undefined,
        );
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        return plain(error.status, SAID[error.status] ?? SAID[502]!);
      }
    },
  };
};

/** Doors of sites. */
export type DoorsService = ReturnType<typeof createDoorsService>;
