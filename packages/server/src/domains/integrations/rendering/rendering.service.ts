import lz from 'lz-string';
import { Value } from 'typebox/value';
import type { Caller } from '../../../kernel/auth/principal.ts';
import { ApiError, invalid, notFound } from '../../../kernel/errors/errors.ts';
import type { ScriptResponse } from '../../../kernel/scripts.ts';
import { type SpacesService, spacePolicy } from '../../spaces/index.ts';
import { type CallsService, isAnswer } from '../calls/calls.service.ts';
import { contentInstallationPolicies } from '../contents/contents.policy.ts';
import type { ContentsService } from '../contents/contents.service.ts';
import { faultAsError } from '../endpoints/endpoints.service.ts';
import type { EnvironmentService } from '../environment/environment.service.ts';
import type { Place, PlaceFilter } from '../environment/environment.store.ts';
import { installationPolicy } from '../installations/installations.policy.ts';
import type { InstallationsService } from '../installations/installations.service.ts';
import type { IntegrationSubject } from '../integrations.policy.ts';
import { type Asked, RenderRequest } from './rendering.contract.ts';
import { mayConfigureBy, mayReadBy } from './rendering.policy.ts';

interface Dependencies {
  readonly environment: Pick<EnvironmentService, 'places'>;
  readonly calls: Pick<CallsService, 'ask'>;
  readonly installations: Pick<InstallationsService, 'findIn'>;
  readonly contents: Pick<ContentsService, 'find'>;
  readonly spaces: Pick<SpacesService, 'find'>;
}

/** What a component shows, or that it is done. */
export type Output =
  | { type: 'complete' }
  | { type?: 'element'; element: Record<string, unknown>; state?: Record<string, unknown> };

// Who sees an installation is told what is not there of it for them.
const NOT_IN_DOCUMENT = () =>
  notAmong(
    'in documents, those who do not edit the space are shown the blocks that the integration declares',
  );
const NOT_TO_CONFIGURE = () =>
  notAmong('it is configured by those who may change this, with what the integration declares for it');
const notAmong = (why: string) => new ApiError(404, `component not found: ${why}`);

const LONGEST_MESSAGE = 500;
// biome-ignore lint/suspicious/noControlCharactersInRegex: those are what is looked for
const UNREADABLE = /[\u0000-\u001f\u007f]+/g;

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** What an answer says; undefined where it is no JSON. */
export const jsonOf = ({ body }: ScriptResponse): unknown => {
  try {
    return JSON.parse(Buffer.from(body).toString());
  } catch {
    return undefined;
  }
};

/** The error that a script means for people to read: it comes with a status of its own. */
export const errorSaid = ({ status }: ScriptResponse, said: unknown): ApiError | undefined =>
  status >= 400 && status < 500 && isObject(said) && typeof said.error === 'string'
    ? new ApiError(status, said.error.slice(0, LONGEST_MESSAGE).replaceAll(UNREADABLE, ' ').toWellFormed())
    : undefined;

/** What an answer shows; throws what it says is wrong. */
export const outputIn = (name: string, answer: ScriptResponse): Output => {
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
  const { environment, calls, installations, contents, spaces } = deps;

  const contentIn = (context: Asked['context']): PlaceFilter['content'] => {
    if ('siteId' in context) return { kind: 'site', id: context.siteId };
    if (!('spaceId' in context) || context.spaceId === undefined) return undefined;
    return { kind: 'space', id: context.spaceId };
  };

  /** What is shown in a document to those who read it: its blocks, to be edited by who may, with all that they open. */
  const asRead = async (
    userId: string,
    integration: IntegrationSubject,
    asked: Asked,
    context: Extract<Asked['context'], { type: 'document' }>,
    { installation }: Place,
  ) => {
    const space = await spaces.find(userId, context.spaceId);
    if (!space || !spacePolicy.can.view(space)) throw notFound('installation');
    const edit = spacePolicy.can.edit(space);
    const subject = edit && (await installations.findIn(userId, integration, installation!.organization_id));
    const administer = Boolean(subject && installationPolicy.can.edit(subject));
    if (!mayReadBy(asked, integration, { edit, administer })) throw NOT_IN_DOCUMENT();
    // Who may edit may look at it as a reader does, and nobody the other way round.
    return { ...context, editable: context.editable && edit };
  };

  /** What somebody is shown who configures it: whoever may change by the API what it was told may do so here. */
  const asConfigured = async (
    userId: string,
    integration: IntegrationSubject,
    asked: Asked,
    { installation, content }: Place,
  ) => {
    const subject = await installations.findIn(userId, integration, installation!.organization_id);
    if (!subject || !installationPolicy.can.view(subject)) throw notFound('installation');
    const administer = installationPolicy.can.edit(subject);
    const on = content && (await contents.find(userId, content.kind, subject, content.content_id));
    if (content && !(on && contentInstallationPolicies[on.kind].can.view(on))) throw notFound('installation');
    const configure = on ? contentInstallationPolicies[on.kind].can.edit(on) : administer;
    if (!mayConfigureBy(asked, integration, { configure, administer })) throw NOT_TO_CONFIGURE();
    return asked.context;
  };

  /** Where a component is asked for, and the context that it is told; for who may not ask, there is nothing. */
  const admit = async (caller: Caller, integration: IntegrationSubject, asked: Asked) => {
    const { userId } = caller.principal;
    const { context } = asked;
    const content = contentIn(context);
    const [place] = await environment.places({
      integrationName: integration.name,
      ...('organizationId' in context && { organizationId: context.organizationId }),
      ...(content && { content }),
    });
    const isPaused = place?.installation?.status === 'paused' || place?.content?.status === 'paused';
    if (!place || isPaused) throw notFound('installation');
    const told =
      context.type === 'document'
        ? await asRead(userId, integration, asked, context, place)
        : await asConfigured(userId, integration, asked, place);
    return { place, context: told };
  };

  return {
    uncompressed,

    render: async (caller: Caller, integration: IntegrationSubject, asked: Asked): Promise<Output> => {
      const { place, context } = await admit(caller, integration, asked);
      const { componentId, props, state, action } = asked;
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
