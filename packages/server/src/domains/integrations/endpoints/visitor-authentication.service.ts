import { ApiError } from '../../../kernel/errors/errors.ts';
import type { ScriptResponse } from '../../../kernel/integration-scripts.ts';
import type { Kernel } from '../../../kernel/kernel.ts';
import type { ScriptCallsService } from '../events/script-calls.service.ts';
import { endpointUrls } from '../present-integration.ts';
import type { ScriptEnvironmentService } from '../scripts/script-environment.service.ts';
import { isScriptResponse, scriptFailureError } from '../scripts/script-responses.ts';
import { cookiesOfResponse, expiredCookies } from './endpoint-headers.ts';

interface Dependencies extends Pick<Kernel, 'links'> {
  readonly environment: Pick<ScriptEnvironmentService, 'visitorAuthenticatorOf'>;
  readonly calls: Pick<ScriptCallsService, 'call'>;
}

interface SiteKey {
  readonly organization: string;
  readonly id: string;
}

const REDIRECTS = [301, 302, 303, 307, 308];

/** The absolute HTTP URL that a response redirects to. */
const redirectLocationOf = ({ status, headers }: ScriptResponse): string | undefined => {
  const location = headers.find(([name]) => name.toLowerCase() === 'location')?.[1];
  if (!REDIRECTS.includes(status) || location === undefined || !URL.canParse(location)) return undefined;
  const { protocol, href } = new URL(location);
  return protocol === 'https:' || protocol === 'http:' ? href : undefined;
};

/** A request to an integration to sign a visitor of a site in or out. */
export interface VisitorAuthenticationRequest {
  /** Where visitors return to. */
  readonly location: string;
  readonly action?: 'logout';
}

/** Where to send a visitor, and the cookies that the integration reads when they come back to its endpoint. */
export interface VisitorRedirect {
  readonly integration: string;
  readonly href: string;
  readonly cookies: readonly string[];
}

/** Visitor authentication by integrations. */
export const createVisitorAuthenticationService = ({ links, environment, calls }: Dependencies) => {
  const endpointPath = (name: string): string =>
    new URL(endpointUrls(links, name, '').publicEndpoint).pathname;

  return {
    /** The name of the integration that signs visitors of a site in, if there is one. */
    findAuthenticator: async ({ organization, id }: SiteKey): Promise<string | undefined> =>
      (await environment.visitorAuthenticatorOf(organization, id))?.integration.name,

    /** The `Set-Cookie` headers that delete the cookies of an integration in a browser. */
    expireCookies: (name: string, header: string | undefined): string[] =>
      expiredCookies(header, endpointPath(name)),

    /** Asks the integration where it signs visitors of a site in or out. */
    authenticate: async (
      { organization, id }: SiteKey,
      { location, action }: VisitorAuthenticationRequest,
    ): Promise<VisitorRedirect> => {
      const recipient = await environment.visitorAuthenticatorOf(organization, id);
      if (!recipient) throw new ApiError(503, 'No integration authenticates visitors of this site');
      const outcome = await calls.call(recipient, {
        type: 'fetch_visitor_authentication',
        installationId: recipient.installation!.id,
        siteId: id,
        location,
        ...(action && { action }),
      });
      const { name } = recipient.integration;
      if (!isScriptResponse(outcome)) throw scriptFailureError(name, outcome);
      const href = redirectLocationOf(outcome);
      if (href === undefined)
        throw new ApiError(502, `The integration ${name} did not return a URL for visitors to go to`);
      return { integration: name, href, cookies: cookiesOfResponse(outcome, endpointPath(name)) };
    },
  };
};

/** Service for visitor authentication by integrations. */
export type VisitorAuthenticationService = ReturnType<typeof createVisitorAuthenticationService>;
