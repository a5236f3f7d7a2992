import { notFound } from '../../../kernel/errors/errors.ts';
import type { ScriptFailure, ScriptResponse } from '../../../kernel/integration-scripts.ts';
import type { Kernel } from '../../../kernel/kernel.ts';
import { createPromiseCache } from '../../../kernel/promise-cache.ts';
import { recipientHash, type ScriptCallsService } from '../events/script-calls.service.ts';
import { endpointUrls } from '../present-integration.ts';
import type { Recipient } from '../scripts/recipients.store.ts';
import type { ScriptEnvironmentService } from '../scripts/script-environment.service.ts';
import { cacheControlSeconds, isScriptResponse, scriptFailureError } from '../scripts/script-responses.ts';
import type { RenderRequest } from './rendering.contract.ts';
import { parseRenderOutput, type RenderOutput } from './rendering.service.ts';

interface Dependencies extends Pick<Kernel, 'clock' | 'links'> {
  readonly environment: Pick<ScriptEnvironmentService, 'recipients'>;
  readonly calls: Pick<ScriptCallsService, 'call'>;
}

type SpaceKey = { readonly organization_id: string; readonly id: string };

/** A block as a document refers to it. */
interface BlockReference {
  readonly integration: string;
  readonly block: string;
  readonly props: Readonly<Record<string, unknown>>;
}

type RenderedBlock = {
  readonly element: Readonly<Record<string, unknown>>;
  readonly state: Readonly<Record<string, unknown>>;
  /** The prefix of the integration's endpoints. */
  readonly endpoint: string;
};

interface BlockResult {
  readonly shown: RenderedBlock | 'failed' | undefined;
  /** The time when the result expires. */
  readonly until: number;
  readonly size: number;
}

const CACHE_BYTES = 64 * 1024 * 1024;
const MAX_RESPONSE_BYTES = 1024 * 1024;
// Readers wait no longer; a late response is cached for the next reader.
const TIMEOUT_MS = 5_000;
const CACHE_SECONDS = { failed: 10, min: 10, default: 5 * 60, max: 24 * 60 * 60 } as const;

const cacheSecondsOf = (headers: ScriptResponse['headers']): number =>
  Math.min(
    Math.max(cacheControlSeconds(headers) ?? CACHE_SECONDS.default, CACHE_SECONDS.min),
    CACHE_SECONDS.max,
  );

// Declared blocks only: other components may show the configuration.
const hasBlock = ({ integration }: Recipient, { integration: name, block }: BlockReference): boolean =>
  integration.name.toLowerCase() === name.toLowerCase() &&
  (integration.blocks ?? []).some(({ id }) => id === block);

/** Renders blocks of integrations for readers, who stay anonymous to the script. */
export const createBlocksService = ({ environment, calls, clock, links }: Dependencies) => {
  const expiryAfter = (seconds: number): number => clock.now().getTime() + seconds * 1000;
  const failed = (): BlockResult => ({
    shown: 'failed',
    until: expiryAfter(CACHE_SECONDS.failed),
    size: 0,
  });
  const cache = createPromiseCache<BlockResult>({
    maxSize: CACHE_BYTES,
    sizeOf: ({ size }) => size + 1024,
    isExpired: ({ until }) => until <= clock.now().getTime(),
  });

  const toResult = ({ integration }: Recipient, outcome: ScriptResponse | ScriptFailure): BlockResult => {
    if (!isScriptResponse(outcome) || outcome.body.length > MAX_RESPONSE_BYTES) return failed();
    const output = parseRenderOutput(integration.name, outcome);
    const caching = { until: expiryAfter(cacheSecondsOf(outcome.headers)), size: outcome.body.length };
    if (!('element' in output)) return { ...caching, shown: undefined };
    const { element, state } = output;
    const endpoint = `${endpointUrls(links, integration.name, '').publicContentEndpoint}/`;
    return { ...caching, shown: { element, state: state ?? {}, endpoint } };
  };

  const recipientsIn = ({ organization_id, id }: SpaceKey) =>
    environment.recipients({
      organizationId: organization_id,
      content: { kind: 'space', id },
      active: true,
    });

  const callScript = (recipient: Recipient, request: RenderRequest) =>
    calls.call(recipient, {
      type: 'ui_render',
      ...request,
      installationId: recipient.installation!.id,
      spaceId: recipient.content!.content_id,
    });

  const renderBlock = async (
    recipient: Recipient,
    { block, props }: BlockReference,
  ): Promise<BlockResult> => {
    const spaceId = recipient.content!.content_id;
    try {
      const context = { type: 'document', theme: 'light', spaceId, editable: false } as const;
      return toResult(recipient, await callScript(recipient, { componentId: block, props, context }));
    } catch {
      // The error is in the event log of the integration.
      return failed();
    }
  };

  /** The cached or newly rendered result; a failed one if the script takes too long. */
  const resultOf = async (recipient: Recipient, reference: BlockReference): Promise<BlockResult> => {
    const key = `${recipientHash(recipient)} ${reference.block} ${JSON.stringify(reference.props)}`;
    const render = () => renderBlock(recipient, reference);
    // Development mode is not cached.
    const rendered = recipient.tunnel ? render() : cache.get(key, render);
    let timer: NodeJS.Timeout | undefined;
    const timeout = new Promise<BlockResult>((resolve) => {
      timer = setTimeout(() => resolve(failed()), TIMEOUT_MS);
    });
    return Promise.race([rendered, timeout]).finally(() => clearTimeout(timer));
  };

  return {
    /** Renders blocks of a space concurrently; `shown` is undefined for blocks without an active integration. */
    renderAll: async (
      space: SpaceKey,
      references: readonly BlockReference[],
    ): Promise<readonly BlockResult[]> => {
      const recipients = await recipientsIn(space);
      return Promise.all(
        references.map((reference) => {
          const recipient = recipients.find((each) => hasBlock(each, reference));
          // Installing the integration changes the version of the site, so this never expires.
          return recipient
            ? resultOf(recipient, reference)
            : { shown: undefined, until: Number.POSITIVE_INFINITY, size: 0 };
        }),
      );
    },

    /** Renders a block that a reader requested or acted on; `seconds` is how long the output may be cached. */
    render: async (
      space: SpaceKey,
      integration: string,
      { componentId, props, state, action, context: { theme } }: RenderRequest,
    ): Promise<{ readonly output: RenderOutput; readonly seconds: number }> => {
      const reference = { integration, block: componentId, props };
      const recipient = (await recipientsIn(space)).find((each) => hasBlock(each, reference));
      if (!recipient) throw notFound('integration');
      const outcome = await callScript(recipient, {
        componentId,
        props,
        ...(state && { state }),
        ...(action && { action }),
        context: { type: 'document', theme, spaceId: space.id, editable: false },
      });
      if (!isScriptResponse(outcome)) throw scriptFailureError(recipient.integration.name, outcome);
      const maxAge = action ? 0 : (cacheControlSeconds(outcome.headers) ?? 0);
      return {
        output: parseRenderOutput(recipient.integration.name, outcome),
        seconds: Math.min(maxAge, CACHE_SECONDS.max),
      };
    },
  };
};

/** Service that renders blocks of integrations for readers. */
export type BlocksService = ReturnType<typeof createBlocksService>;
