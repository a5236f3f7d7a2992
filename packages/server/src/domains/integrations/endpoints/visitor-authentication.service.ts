import { ApiError } from '../../../kernel/errors/errors.ts';
import type { ScriptResponse } from '../../../kernel/integration-scripts.ts';
import type { ScriptCallsService } from '../events/script-calls.service.ts';
import type { ScriptEnvironmentService } from '../scripts/script-environment.service.ts';
import { isScriptResponse, scriptFailureError } from '../scripts/script-responses.ts';

interface Dependencies {
  readonly environment: Pick<ScriptEnvironmentService, 'visitorAuthenticatorOf'>;
  readonly calls: Pick<ScriptCallsService, 'call'>;
}

const REDIRECTS = [301, 302, 303, 307, 308];

/** The absolute HTTP URL that a response redirects to. */
const redirectLocationOf = ({ status, headers }: ScriptResponse): string | undefined => {
  const location = headers.find(([name]) => name.toLowerCase() === 'location')?.[1];
  if (!REDIRECTS.includes(status) || location === undefined || !URL.canParse(location)) return undefined;
  const { protocol, href } = new URL(location);
  return protocol === 'https:' || protocol === 'http:' ? href : undefined;
};

/** Visitor authentication by integrations. */
export const createVisitorAuthenticationService = ({ environment, calls }: Dependencies) => ({
  /** The login URL of the integration that authenticates visitors of a site; visitors return to `location`. */
  loginUrlOf: async (
    { organization, id }: { readonly organization: string; readonly id: string },
    location: string,
  ): Promise<string> => {
    const recipient = await environment.visitorAuthenticatorOf(organization, id);
    if (!recipient) throw new ApiError(503, 'No integration authenticates visitors of this site');
    const outcome = await calls.call(recipient, {
      type: 'fetch_visitor_authentication',
      installationId: recipient.installation!.id,
      siteId: id,
      location,
    });
    const { name } = recipient.integration;
    if (!isScriptResponse(outcome)) throw scriptFailureError(name, outcome);
    const loginUrl = redirectLocationOf(outcome);
    if (loginUrl === undefined)
      throw new ApiError(502, `The integration ${name} did not return a login URL for visitors`);
    return loginUrl;
  },
});

/** Service for visitor authentication by integrations. */
export type VisitorAuthenticationService = ReturnType<typeof createVisitorAuthenticationService>;
