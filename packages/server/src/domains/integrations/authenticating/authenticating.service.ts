import { ApiError } from '../../../kernel/errors/errors.ts';
import type { ScriptResponse } from '../../../kernel/scripts.ts';
import { type CallsService, isAnswer } from '../calls/calls.service.ts';
import { faultAsError } from '../endpoints/endpoints.service.ts';
import type { EnvironmentService } from '../environment/environment.service.ts';

interface Dependencies {
  readonly environment: Pick<EnvironmentService, 'signerOf'>;
  readonly calls: Pick<CallsService, 'ask'>;
}

const REDIRECTS = [301, 302, 303, 307, 308];

/** Where an answer leads to: a whole address of the web, or nowhere. */
const addressIn = ({ status, headers }: ScriptResponse): string | undefined => {
  const location = headers.find(([name]) => name.toLowerCase() === 'location')?.[1];
  if (!REDIRECTS.includes(status) || location === undefined || !URL.canParse(location)) return undefined;
  const { protocol, href } = new URL(location);
  return protocol === 'https:' || protocol === 'http:' ? href : undefined;
};

/** Integrations that say whom sites let in. */
export const createAuthenticatingService = ({ environment, calls }: Dependencies) => ({
  /** Where a visitor of a site signs in to come back to a path of it; throws what keeps them from it. */
  signInAt: async (
    { organization, id }: { readonly organization: string; readonly id: string },
    location: string,
  ): Promise<string> => {
    const place = await environment.signerOf(organization, id);
    if (!place) throw new ApiError(503, 'No integration signs in visitors of this site');
    const outcome = await calls.ask(place, {
      type: 'fetch_visitor_authentication',
      installationId: place.installation!.id,
      siteId: id,
      location,
    });
    const { name } = place.integration;
    if (!isAnswer(outcome)) throw faultAsError(name, outcome);
    const address = addressIn(outcome);
    if (address === undefined)
      throw new ApiError(502, `The integration ${name} did not say where visitors sign in`);
    return address;
  },
});

/** Integrations that say whom sites let in. */
export type AuthenticatingService = ReturnType<typeof createAuthenticatingService>;
