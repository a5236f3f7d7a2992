import { clientNetwork } from '../../../kernel/client-network.ts';
import type { BrowserRequest } from '../../../kernel/contract/operation.ts';
import type { Kernel } from '../../../kernel/kernel.ts';
import { createRateLimit } from '../../../kernel/rate-limit.ts';
import type { VisitorAuthenticationService } from '../../integrations/index.ts';
import { parsePath } from '../site/paths.ts';
import type { SignInResult, SignInService } from './sign-in.service.ts';
import { hasSignIn, signInTargetOf } from './sign-in-target.ts';
import type { SiteLookupService, SiteState } from './site-lookup.service.ts';

interface Dependencies extends Pick<Kernel, 'clock' | 'limits'> {
  readonly siteLookup: Pick<SiteLookupService, 'findByKey' | 'urlOf'>;
  readonly signIn: Pick<SignInService, 'redirectWithCookies' | 'signOutAtIntegration'>;
  readonly visitorAuthentication: Pick<VisitorAuthenticationService, 'findAuthenticator'>;
}

/** The path parameters of the endpoint. */
interface EndpointParams {
  readonly integrationName: string;
  readonly organizationId: string;
  readonly siteId: string;
}

/**
 * Makes the service that signs visitors in and out at the host of the endpoints of integrations: only that host can set
 * the cookies which an integration reads when visitors come back to its endpoint.
 */
export const createSignInEndpointService = (deps: Dependencies) => {
  const { siteLookup, signIn, visitorAuthentication, clock, limits } = deps;
  const callers = createRateLimit(limits.endpointCallsPerMinute, () => clock.now().getTime());

  /** The site, if the integration signs its visitors in. */
  const findSite = async (
    { integrationName, organizationId, siteId }: EndpointParams,
    { address }: BrowserRequest,
  ): Promise<{ readonly state: SiteState; readonly url: string } | undefined> => {
    callers.consume(`${siteId} ${clientNetwork(address)}`);
    const state = await siteLookup.findByKey({ organization: organizationId, id: siteId });
    if (state?.site.visitorAuth?.backend !== 'integration' || !hasSignIn(state.site)) return undefined;
    const authenticator = await visitorAuthentication.findAuthenticator(state.site);
    return authenticator === integrationName ? { state, url: siteLookup.urlOf(state.site) } : undefined;
  };

  return {
    /** Sends a visitor to sign in; undefined if the integration does not sign visitors of the site in. */
    signIn: async (params: EndpointParams, request: BrowserRequest): Promise<SignInResult | undefined> => {
      const found = await findSite(params, request);
      if (!found) return undefined;
      const location = parsePath(parsePath(request.url)?.query.get('location') ?? '/');
      const target = signInTargetOf(found.state.site, location?.segments ?? [], location?.query);
      return target && signIn.redirectWithCookies(found, target);
    },

    /** Signs a visitor out; undefined if the integration does not sign visitors of the site in. */
    signOut: async (params: EndpointParams, request: BrowserRequest): Promise<SignInResult | undefined> => {
      const found = await findSite(params, request);
      return found && signIn.signOutAtIntegration(found, params.integrationName, request.headers.cookie);
    },
  };
};

/** Sign-in of visitors at the host of the endpoints of integrations. */
export type SignInEndpointService = ReturnType<typeof createSignInEndpointService>;
