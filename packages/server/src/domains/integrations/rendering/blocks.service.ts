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
import { matchesUnfurlPattern } from './unfurl-patterns.ts';

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
  /** The action that it is first rendered with. */
  readonly action?: NonNullable<RenderRequest['action']>;
}

/** Code or embeds that an integration shows as a block. */
interface BlockConversion {
  readonly integration: string;
  readonly block: string;
  readonly code?: { readonly syntax: string; readonly property: string };
  readonly urls: readonly string[];
}

type BlockRequest = Pick<RenderRequest, 'componentId' | 'props' | 'state' | 'action'> &
  Pick<RenderRequest['context'], 'theme'>;

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

/** The conversions that the manifests of integrations declare. */
const conversionsOf = (recipients: readonly Recipient[]): readonly BlockConversion[] =>
  recipients.flatMap(({ integration }) =>
    (integration.blocks ?? []).flatMap(({ id, markdown, urlUnfurl = [] }) =>
      markdown || urlUnfurl.length > 0
        ? [
            {
              integration: integration.name,
              block: id,
              ...(markdown && { code: { syntax: markdown.codeblock, property: markdown.body } }),
              urls: urlUnfurl,
            },
          ]
        : [],
    ),
  );

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

  const endpointOf = ({ name }: Recipient['integration']): string =>
    `${endpointUrls(links, name, '').publicContentEndpoint}/`;

  const toResult = ({ integration }: Recipient, outcome: ScriptResponse | ScriptFailure): BlockResult => {
    if (!isScriptResponse(outcome) || outcome.body.length > MAX_RESPONSE_BYTES) return failed();
    const output = parseRenderOutput(integration.name, outcome);
    const caching = { until: expiryAfter(cacheSecondsOf(outcome.headers)), size: outcome.body.length };
    if (!('element' in output)) return { ...caching, shown: undefined };
    const { element, state } = output;
    return { ...caching, shown: { element, state: state ?? {}, endpoint: endpointOf(integration) } };
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

  /** Renders a block, or runs an action of it; the errors of the script are those of the caller. */
  const callBlock = async (
    recipient: Recipient,
    { id: spaceId }: SpaceKey,
    { componentId, props, state, action, theme }: BlockRequest,
  ): Promise<{ readonly output: RenderOutput; readonly seconds: number }> => {
    const { name } = recipient.integration;
    const outcome = await callScript(recipient, {
      componentId,
      props,
      ...(state && { state }),
      ...(action && { action }),
      context: { type: 'document', theme, spaceId, editable: false },
    });
    if (!isScriptResponse(outcome)) throw scriptFailureError(name, outcome);
    const maxAge = action ? 0 : (cacheControlSeconds(outcome.headers) ?? 0);
    return { output: parseRenderOutput(name, outcome), seconds: Math.min(maxAge, CACHE_SECONDS.max) };
  };

  const renderBlock = async (
    recipient: Recipient,
    { block, props, action }: BlockReference,
  ): Promise<BlockResult> => {
    const spaceId = recipient.content!.content_id;
    try {
      const context = { type: 'document', theme: 'light', spaceId, editable: false } as const;
      const request = { componentId: block, props, ...(action && { action }), context };
      return toResult(recipient, await callScript(recipient, request));
    } catch {
      // The error is in the event log of the integration.
      return failed();
    }
  };

  /** The cached or newly rendered result; a failed one if the script takes too long. */
  const resultOf = async (recipient: Recipient, reference: BlockReference): Promise<BlockResult> => {
    const { block, props, action } = reference;
    const key = `${recipientHash(recipient)} ${block} ${JSON.stringify([props, action])}`;
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
    /** The blocks of the active integrations of a space. */
    inSpace: async (space: SpaceKey) => {
      const recipients = await recipientsIn(space);
      const recipientOf = (reference: BlockReference) => recipients.find((each) => hasBlock(each, reference));
      return {
        conversions: conversionsOf(recipients),

        /** Renders blocks concurrently; `shown` is undefined for blocks without an active integration. */
        renderAll: (references: readonly BlockReference[]): Promise<readonly BlockResult[]> =>
          Promise.all(
            references.map((reference) => {
              const recipient = recipientOf(reference);
              // Installing the integration changes the version of the site, so this never expires.
              return recipient
                ? resultOf(recipient, reference)
                : { shown: undefined, until: Number.POSITIVE_INFINITY, size: 0 };
            }),
          ),

        /** Runs an action of a block; undefined if the interaction is complete. */
        act: async (
          reference: BlockReference,
          state: Readonly<Record<string, unknown>>,
          action: NonNullable<RenderRequest['action']>,
        ): Promise<RenderedBlock | undefined> => {
          const recipient = recipientOf(reference);
          if (!recipient) throw notFound('block');
          const { output } = await callBlock(recipient, space, {
            componentId: reference.block,
            props: reference.props,
            state,
            action,
            theme: 'light',
          });
          return 'element' in output
            ? {
                element: output.element,
                state: output.state ?? {},
                endpoint: endpointOf(recipient.integration),
              }
            : undefined;
        },
      };
    },

    /** The block of an active integration of a space that shows a URL. */
    findUnfurling: async (space: SpaceKey, url: string) => {
      const blocks = (await recipientsIn(space)).flatMap(({ integration }) =>
        (integration.blocks ?? []).map((block) => ({ integration: integration.name, block })),
      );
      return blocks.find(({ block }) =>
        block.urlUnfurl?.some((pattern) => matchesUnfurlPattern(url, pattern)),
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
      return callBlock(recipient, space, { componentId, props, state, action, theme });
    },
  };
};

/** Service that renders blocks of integrations for readers. */
export type BlocksService = ReturnType<typeof createBlocksService>;
