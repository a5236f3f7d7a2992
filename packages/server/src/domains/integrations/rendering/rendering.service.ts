import lz from 'lz-string';
import { Value } from 'typebox/value';
import type { Caller } from '../../../kernel/auth/principal.ts';
import { ApiError, invalid, notFound } from '../../../kernel/errors/errors.ts';
import type { ScriptAnswer } from '../../../kernel/scripts.ts';
import { type SitesService, sitePolicy } from '../../sites/index.ts';
import { type SpacesService, spacePolicy } from '../../spaces/index.ts';
import { type CallsService, isAnswer } from '../calls/calls.service.ts';
import { faultAsError } from '../endpoints/endpoints.service.ts';
import type { EnvironmentService } from '../environment/environment.service.ts';
import type { Place } from '../environment/environment.store.ts';
import { installationPolicy } from '../installations/installations.policy.ts';
import type { InstallationsService } from '../installations/installations.service.ts';
import type { IntegrationSubject } from '../integrations.policy.ts';
import { type Asked, RenderRequest } from './rendering.contract.ts';

interface Dependencies {
  readonly environment: Pick<EnvironmentService, 'places'>;
  readonly calls: Pick<CallsService, 'ask'>;
  readonly installations: Pick<InstallationsService, 'findIn'>;
  readonly spaces: Pick<SpacesService, 'find'>;
  readonly sites: Pick<SitesService, 'find'>;
}

/** What a component shows, or that it is done. */
export type Output =
  | { type: 'complete' }
  | { type?: 'element'; element: Record<string, unknown>; state?: Record<string, unknown> };

const LONGEST_MESSAGE = 500;
// biome-ignore lint/suspicious/noControlCharactersInRegex: those are what is looked for
const UNREADABLE = /[\u0000-\u001f\u007f]+/g;

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** What an answer says; undefined where it is no JSON. */
export const jsonOf = ({ body }: ScriptAnswer): unknown => {
  try {
    return JSON.parse(Buffer.from(body).toString());
  } catch {
    return undefined;
  }
};

/** The error that a script means for people to read: it comes with a status of its own. */
export const errorSaid = ({ status }: ScriptAnswer, said: unknown): ApiError | undefined =>
  status >= 400 && status < 500 && isObject(said) && typeof said.error === 'string'
    ? new ApiError(status, said.error.slice(0, LONGEST_MESSAGE).replaceAll(UNREADABLE, ' ').toWellFormed())
    : undefined;

/** What an answer shows; throws what it says is wrong. */
export const outputIn = (name: string, answer: ScriptAnswer): Output => {
  const said = jsonOf(answer);
  if (answer.status === 200 && isObject(said) && (said.type === 'complete' || isObject(said.element)))
    return said as Output;
  throw (
    errorSaid(answer, said) ??
    new ApiError(502, `The integration ${name} answered something that cannot be shown`)
  );
};

/** A question as it was compressed. */
export const uncompressed = (request: string): Asked => {
  let asked: unknown;
  try {
    const whole = request.replaceAll(' ', '+');
    asked = JSON.parse(lz.decompressFromEncodedURIComponent(whole) || lz.decompressFromBase64(whole) || '');
  } catch {
    throw invalid({ path: 'query.request', message: 'is no JSON that LZ-string compressed' });
  }
  if (!Value.Check(RenderRequest, asked)) {
    const [error] = Value.Errors(RenderRequest, asked);
    throw invalid({
      path: 'query.request',
      message: `${error?.instancePath || '/'} ${error?.message ?? 'is not what is asked of a component'}`,
    });
  }
  return asked;
};

/** What integrations show in documents, and where they are configured. */
export const createRenderingService = (deps: Dependencies) => {
  const { environment, calls, installations, spaces, sites } = deps;

  /** The space or site that a context is about, as the caller meets it; one that is not theirs does not exist. */
  const contentOf = async (userId: string, integrationName: string, { context }: Asked) => {
    if ('spaceId' in context && context.spaceId !== undefined) {
      const space = await spaces.find(userId, context.spaceId);
      if (!space || !spacePolicy.can.view(space)) throw notFound('space');
      return { organizationId: space.organization_id, content: { kind: 'space', id: space.id } as const };
    }
    if ('siteId' in context) {
      const content = { kind: 'site', id: context.siteId } as const;
      const [place] = await environment.places({ integrationName, content });
      const organizationId = place?.installation?.organization_id;
      const site =
        organizationId === undefined ? undefined : await sites.find(userId, organizationId, content.id);
      if (!site || !sitePolicy.can.view(site)) throw notFound('site');
      return { organizationId: site.organization_id, content };
    }
    return undefined;
  };

  const placeOf = async (caller: Caller, integration: IntegrationSubject, asked: Asked): Promise<Place> => {
    const { context } = asked;
    const { userId } = caller.principal;
    const about = await contentOf(userId, integration.name, asked);
    const organizationId = 'organizationId' in context ? context.organizationId : about!.organizationId;
    if (about && about.organizationId !== organizationId) throw notFound('space');
    // Whoever reads a document sees what is in it; configurations are for who may change them.
    if (context.type !== 'document') {
      const installation = await installations.findIn(userId, integration, organizationId);
      if (!installation || !installationPolicy.can.edit(installation)) throw notFound('installation');
    }
    const [place] = await environment.places({
      integrationName: integration.name,
      organizationId,
      ...(about && { content: about.content }),
    });
    if (!place || place.installation?.status === 'paused') throw notFound('installation');
    return place;
  };

  return {
    uncompressed,

    render: async (caller: Caller, integration: IntegrationSubject, asked: Asked): Promise<Output> => {
      const place = await placeOf(caller, integration, asked);
      const { componentId, props, state, action, context } = asked;
      const outcome = await calls.ask(place, {
        type: 'ui_render',
        componentId,
        props,
        ...(state && { state }),
        ...(action && { action }),
        context,
        ...(caller.principal.kind === 'user' && { auth: { userId: caller.principal.userId } }),
        installationId: place.installation!.id,
        ...(place.content && { [`${place.content.kind}Id`]: place.content.content_id }),
      });
      if (!isAnswer(outcome)) throw faultAsError(integration.name, outcome);
      return outputIn(integration.name, outcome);
    },
  };
};

/** What integrations show. */
export type RenderingService = ReturnType<typeof createRenderingService>;
