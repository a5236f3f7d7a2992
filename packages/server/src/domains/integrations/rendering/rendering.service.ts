import { isRecord } from '@lectern/document';
import lz from 'lz-string';
import { Value } from 'typebox/value';
import type { Caller } from '../../../kernel/auth/principal.ts';
import { ApiError, invalid, notFound } from '../../../kernel/errors/errors.ts';
import type { ScriptResponse } from '../../../kernel/integration-scripts.ts';
import { type SpacesService, spacePolicy } from '../../spaces/index.ts';
import type { ScriptCallsService } from '../events/script-calls.service.ts';
import { contentInstallationPolicies } from '../installations/content-installations.policy.ts';
import type { ContentInstallationsService } from '../installations/content-installations.service.ts';
import { installationPolicy } from '../installations/installations.policy.ts';
import type { InstallationsService } from '../installations/installations.service.ts';
import type { IntegrationSubject } from '../integrations.store.ts';
import type { Recipient, RecipientFilter } from '../scripts/recipients.store.ts';
import type { ScriptEnvironmentService } from '../scripts/script-environment.service.ts';
import {
  errorInResponse,
  isScriptResponse,
  responseJson,
  scriptFailureError,
} from '../scripts/script-responses.ts';
import { RenderRequest } from './rendering.contract.ts';
import { mayConfigureWith, mayRenderInDocument } from './rendering.policy.ts';

interface Dependencies {
  readonly environment: Pick<ScriptEnvironmentService, 'recipients'>;
  readonly calls: Pick<ScriptCallsService, 'call'>;
  readonly installations: Pick<InstallationsService, 'findIn'>;
  readonly contentInstallations: Pick<ContentInstallationsService, 'find'>;
  readonly spaces: Pick<SpacesService, 'find'>;
}

/** The output of a component: an element, or the end of its interaction. */
export type RenderOutput =
  | { type: 'complete' }
  | { type?: 'element'; element: Record<string, unknown>; state?: Record<string, unknown> };

// Callers who see the installation get the reason.
const notAllowedInDocument = () =>
  componentNotFound(
    'only editors of the space can render components that the integration does not declare as blocks',
  );
const notAllowedToConfigure = () =>
  componentNotFound(
    'you cannot change this configuration, or the integration does not declare the component for it',
  );
const componentNotFound = (reason: string) => new ApiError(404, `component not found: ${reason}`);

// Parsing a larger one would hold up other requests.
const MAX_OUTPUT_BYTES = 1024 * 1024;

/** Parses the output of a component; throws the error that the script returned. */
export const parseRenderOutput = (name: string, response: ScriptResponse): RenderOutput => {
  if (response.body.length > MAX_OUTPUT_BYTES)
    throw new ApiError(502, `The integration ${name} returned a response that is too large to be rendered`, {
      isLoggedElsewhere: true,
    });
  const output = responseJson(response);
  if (response.status === 200 && isRecord(output) && (output.type === 'complete' || isRecord(output.element)))
    return output as RenderOutput;
  throw (
    errorInResponse(response, output) ??
    new ApiError(502, `The integration ${name} returned a response that cannot be rendered`)
  );
};

/** Decompresses and validates a request that was compressed with LZ-string. */
export const decompressRequest = (compressed: string): RenderRequest => {
  let request: unknown;
  try {
    const encoded = compressed.replaceAll(' ', '+');
    request = JSON.parse(
      lz.decompressFromEncodedURIComponent(encoded) || lz.decompressFromBase64(encoded) || '',
    );
  } catch {
    throw invalid({ path: 'query.request', message: 'must be JSON compressed with LZ-string' });
  }
  if (!Value.Check(RenderRequest, request)) {
    const [error] = Value.Errors(RenderRequest, request);
    throw invalid({
      path: 'query.request',
      message: `${error?.instancePath || '/'} ${error?.message ?? 'is not a valid render request'}`,
    });
  }
  return request;
};

/** Renders UI components of integrations: blocks in documents, and configuration forms. */
export const createRenderingService = (deps: Dependencies) => {
  const { environment, calls, installations, contentInstallations, spaces } = deps;

  const contentOf = (context: RenderRequest['context']): RecipientFilter['content'] => {
    if ('siteId' in context) return { kind: 'site', id: context.siteId };
    if (!('spaceId' in context) || context.spaceId === undefined) return undefined;
    return { kind: 'space', id: context.spaceId };
  };

  /** The context of a component in a document; only editors get an editable one. */
  const documentContext = async (
    userId: string,
    integration: IntegrationSubject,
    request: RenderRequest,
    context: Extract<RenderRequest['context'], { type: 'document' }>,
    { installation }: Recipient,
  ) => {
    const space = await spaces.find(userId, context.spaceId);
    if (!space || !spacePolicy.can.view(space)) throw notFound('installation');
    const edit = spacePolicy.can.edit(space);
    const subject = edit && (await installations.findIn(userId, integration, installation!.organization_id));
    const administer = Boolean(subject && installationPolicy.can.edit(subject));
    if (!mayRenderInDocument(request, integration, { edit, administer })) throw notAllowedInDocument();
    // Editors may render the read-only view, too.
    return { ...context, editable: context.editable && edit };
  };

  /** The context of a configuration component, for callers who can change the configuration by the API. */
  const configurationContext = async (
    userId: string,
    integration: IntegrationSubject,
    request: RenderRequest,
    { installation, content }: Recipient,
  ) => {
    const subject = await installations.findIn(userId, integration, installation!.organization_id);
    if (!subject || !installationPolicy.can.view(subject)) throw notFound('installation');
    const administer = installationPolicy.can.edit(subject);
    const contentInstallation =
      content && (await contentInstallations.find(userId, content.kind, subject, content.content_id));
    if (
      content &&
      !(
        contentInstallation &&
        contentInstallationPolicies[contentInstallation.kind].can.view(contentInstallation)
      )
    )
      throw notFound('installation');
    const configure = contentInstallation
      ? contentInstallationPolicies[contentInstallation.kind].can.edit(contentInstallation)
      : administer;
    if (!mayConfigureWith(request, integration, { configure, administer })) throw notAllowedToConfigure();
    return request.context;
  };

  /** The recipient and context of a request; throws 404 if the caller may not render the component. */
  const authorize = async (caller: Caller, integration: IntegrationSubject, request: RenderRequest) => {
    const { userId } = caller.principal;
    const { context } = request;
    const content = contentOf(context);
    const [recipient] = await environment.recipients({
      integrationName: integration.name,
      ...('organizationId' in context && { organizationId: context.organizationId }),
      ...(content && { content }),
    });
    const isPaused = recipient?.installation?.status === 'paused' || recipient?.content?.status === 'paused';
    if (!recipient || isPaused) throw notFound('installation');
    const authorized =
      context.type === 'document'
        ? await documentContext(userId, integration, request, context, recipient)
        : await configurationContext(userId, integration, request, recipient);
    return { recipient, context: authorized };
  };

  return {
    decompressRequest,

    render: async (
      caller: Caller,
      integration: IntegrationSubject,
      request: RenderRequest,
    ): Promise<RenderOutput> => {
      const { recipient, context } = await authorize(caller, integration, request);
      const { componentId, props, state, action } = request;
      const event = {
        type: 'ui_render',
        componentId,
        props,
        ...(state && { state }),
        ...(action && { action }),
        context,
        ...(caller.principal.kind === 'user' && { auth: { userId: caller.principal.userId } }),
        installationId: recipient.installation!.id,
        ...(recipient.content && { [`${recipient.content.kind}Id`]: recipient.content.content_id }),
      };
      const outcome = await calls.call(recipient, event, { cause: caller.principal.chain });
      if (!isScriptResponse(outcome)) throw scriptFailureError(integration.name, outcome);
      return parseRenderOutput(integration.name, outcome);
    },
  };
};

/** Service that renders UI components of integrations. */
export type RenderingService = ReturnType<typeof createRenderingService>;
