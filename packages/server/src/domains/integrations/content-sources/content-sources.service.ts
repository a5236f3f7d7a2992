import { createHash } from 'node:crypto';
import { type ContentRef, isRecord, stableRefs } from '@lectern/document';
import { LRUCache } from 'lru-cache';
import type { EventChain } from '../../../kernel/auth/chained-tokens.ts';
import { ApiError, invalid } from '../../../kernel/errors/errors.ts';
import type { Kernel } from '../../../kernel/kernel.ts';
import { createBodyParser, hasConflict, type IntegrationSource } from '../../content/index.ts';
import { type SpacesService, spacePolicy } from '../../spaces/index.ts';
import type { ScriptCallsService } from '../events/script-calls.service.ts';
import type { Recipient } from '../scripts/recipients.store.ts';
import type { ScriptEnvironmentService } from '../scripts/script-environment.service.ts';
import {
  errorInResponse,
  isScriptResponse,
  responseJson,
  scriptFailureError,
} from '../scripts/script-responses.ts';
import { createSourceContentParser, parseSourceType, type SourceContent } from './parse-source-content.ts';

interface SpaceKey {
  readonly organization_id: string;
  readonly id: string;
}

/** A specification that a source depends on, as the script receives it. */
interface SpecificationReference {
  readonly id: string;
  readonly slug: string;
  readonly version_id: string | null;
}

interface Dependencies extends Pick<Kernel, 'markdown'> {
  readonly environment: Pick<ScriptEnvironmentService, 'recipients'>;
  readonly calls: Pick<ScriptCallsService, 'call'>;
  readonly spaces: Pick<SpacesService, 'find'>;
  readonly specificationOf: (
    organizationId: string,
    slug: string,
  ) => Promise<SpecificationReference | undefined>;
}

/** A content source of an integration that is installed on a space. */
export interface ContentSource {
  /** Hash of everything that the responses of the script depend on. */
  readonly key: string;
  readonly space: SpaceKey;
  readonly recipient: Recipient;
  readonly sourceId: string;
  readonly props: Readonly<Record<string, unknown>>;
  readonly dependencies: Readonly<Record<string, unknown>>;
  readonly resolve: (ref: ContentRef) => Promise<unknown>;
  /** Whether the script is called even if a cached response exists. */
  readonly skipCache: boolean;
  /** The chain of the script that caused the request. */
  readonly cause: EventChain | undefined;
}

/** Maps references by names of the source to references in the space. */
export type RelocateRef = (ref: ContentRef) => ContentRef;

const CONTENT_SCOPE = 'space:content:';
const MAX_RESPONSE_BYTES = 4 * 1024 * 1024;
const MAX_BODY_LENGTH = 500_000;
const MAX_REASON_LENGTH = 500;
const CACHE_MS = 60_000;
const CACHE_BYTES = 32 * 1024 * 1024;

/** JSON with the keys of objects in alphabetical order. */
const canonicalJson = (value: unknown): string =>
  JSON.stringify(value, (_, inner: unknown) =>
    isRecord(inner) ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1))) : inner,
  );

// The error is about the response of a script, so paths do not begin with the body of a request.
const errorReason = ({ details, message }: ApiError): string =>
  details?.map(({ path, message: what }) => `${path.replace(/^body\.?/, '') || 'it'} ${what}`).join('; ') ??
  message;

/** The reason why a source cannot be used; undefined if it can. */
const unavailableReason = (
  name: string,
  sourceId: string,
  recipient: Recipient | undefined,
): string | undefined => {
  if (!recipient?.content) return `The integration ${name} is not installed on this space`;
  const { status } =
    recipient.installation!.status === 'active' ? recipient.content : recipient.installation!;
  if (status === 'paused') return `The integration ${name} is paused`;
  if (status === 'pending') return `The integration ${name} is not configured yet`;
  const { scopes, content_sources: sources } = recipient.integration;
  if (!(sources as readonly { id: string }[] | null)?.some(({ id }) => id === sourceId))
    return `The integration ${name} has no content source ${sourceId}`;
  return scopes.some((scope) => scope.startsWith(CONTENT_SCOPE))
    ? undefined
    : `The integration ${name} has no scope for the content of spaces`;
};

const unusableResponse = (name: string, reason: string) =>
  new ApiError(
    502,
    `The integration ${name} returned content that cannot be used: ${reason.slice(0, MAX_REASON_LENGTH)}`,
  );

const resolveDependencies = async (
  { dependencies = {} }: IntegrationSource,
  resolve: ContentSource['resolve'],
): Promise<Record<string, unknown>> =>
  Object.fromEntries(
    await Promise.all(
      Object.entries(dependencies).map(async ([name, { ref }]) => [name, { ref, value: await resolve(ref) }]),
    ),
  );

const toContentSource = async (
  space: SpaceKey,
  recipient: Recipient,
  source: IntegrationSource,
  { resolve, skipCache, cause }: Pick<ContentSource, 'resolve' | 'skipCache' | 'cause'>,
): Promise<ContentSource> => {
  const { sourceId } = parseSourceType(source.type)!;
  const { props } = source;
  const dependencies = await resolveDependencies(source, resolve);
  const { integration, installation, content } = recipient;
  const configuration = [installation!.id, installation!.configuration, content!.configuration];
  const key = createHash('sha256')
    .update(
      canonicalJson([
        integration.id,
        integration.version,
        space.id,
        configuration,
        sourceId,
        props,
        dependencies,
      ]),
    )
    .digest('hex');
  return { key, space, recipient, sourceId, props, dependencies, resolve, skipCache, cause };
};

/** Content sources of integrations: pages and bodies that scripts compute, validated before use. */
export const createContentSourcesService = (deps: Dependencies) => {
  const { markdown, environment, calls, spaces, specificationOf } = deps;
  const parser = createSourceContentParser();
  const bodies = createBodyParser({ markdown });
  const cache = new LRUCache<string, { readonly value: unknown }>({ maxSize: CACHE_BYTES, ttl: CACHE_MS });

  /** Resolves references with the access of the installation's service account. */
  const createResolver = (organizationId: string, { integration, installation }: Recipient) => {
    const readsSpecifications = integration.scopes.includes('openapi:read');
    const resolved = new Map<string, Promise<unknown>>();
    const load = async (ref: ContentRef): Promise<unknown> => {
      if (ref.kind === 'space') {
        const space = await spaces.find(installation!.account_id, ref.space);
        return space && spacePolicy.can.view(space)
          ? { object: 'space', id: space.id, title: space.title, revision: space.revision_id }
          : null;
      }
      const spec =
        ref.kind === 'openapi' && readsSpecifications
          ? await specificationOf(organizationId, ref.spec.toLowerCase())
          : undefined;
      if (!spec) return null;
      const { id, slug, version_id } = spec;
      return { object: 'openapi-spec', id, slug, ...(version_id !== null && { lastVersion: version_id }) };
    };
    return (ref: ContentRef): Promise<unknown> => {
      const key = canonicalJson(ref);
      const value = resolved.get(key) ?? load(ref);
      resolved.set(key, value);
      return value;
    };
  };

  /** Calls the script and parses its response; throws the error of the script or the validation error. */
  const compute = async <T>(
    source: ContentSource,
    type: 'content_compute_revision' | 'content_compute_document',
    parse: (response: unknown) => Promise<T> | T,
  ): Promise<T> => {
    const { key, recipient, space, sourceId, props, dependencies, skipCache, cause } = source;
    const { name } = recipient.integration;
    const cached = skipCache ? undefined : cache.get(`${type} ${key}`);
    if (cached) return cached.value as T;
    const installationId = recipient.installation!.id;
    const event = { type, installationId, spaceId: space.id, sourceId, props, dependencies };
    const outcome = await calls.call(recipient, event, { cause });
    if (!isScriptResponse(outcome)) throw scriptFailureError(name, outcome);
    if (outcome.body.length > MAX_RESPONSE_BYTES)
      throw unusableResponse(name, `it has more than ${MAX_RESPONSE_BYTES} bytes`);
    const response = responseJson(outcome);
    if (outcome.status !== 200)
      throw (
        errorInResponse(outcome, response) ??
        unusableResponse(name, `it has the status ${outcome.status} and no error message`)
      );
    try {
      const value = await parse(response);
      cache.set(`${type} ${key}`, { value }, { size: outcome.body.length + 1 });
      return value;
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      throw unusableResponse(name, errorReason(error));
    }
  };

  return {
    /** A source of an integration in a space; throws the reason if it cannot be used. */
    find: async (
      space: SpaceKey,
      source: IntegrationSource,
      { skipCache = false, cause }: Partial<Pick<ContentSource, 'skipCache' | 'cause'>> = {},
    ): Promise<ContentSource> => {
      const { integration, sourceId } = parseSourceType(source.type)!;
      const [recipient] = await environment.recipients({
        organizationId: space.organization_id,
        integrationName: integration,
        content: { kind: 'space', id: space.id },
      });
      const reason = unavailableReason(integration, sourceId, recipient);
      if (reason !== undefined) throw new ApiError(404, reason);
      const resolve = createResolver(space.organization_id, recipient!);
      return toContentSource(space, recipient!, source, { resolve, skipCache, cause });
    },

    /** Another source of the same integration that a response refers to. */
    findRelated: async (from: ContentSource, source: IntegrationSource): Promise<ContentSource> => {
      const { space, recipient } = from;
      const { sourceId } = parseSourceType(source.type)!;
      const reason = unavailableReason(recipient.integration.name, sourceId, recipient);
      if (reason !== undefined) throw new ApiError(502, reason);
      return toContentSource(space, recipient, source, from);
    },

    /** The pages and files of a source. */
    contentOf: (source: ContentSource): Promise<SourceContent> =>
      compute(source, 'content_compute_revision', (response) =>
        parser.revision(source.recipient.integration.name, response),
      ),

    /** The body of a page of a source, as Markdown. */
    bodyOf: async (source: ContentSource, relocate: RelocateRef): Promise<string> => {
      const body = await compute(source, 'content_compute_document', async (response) => {
        const parsed = await bodies.parse(parser.document(response), 'document');
        if (parsed.markdown.length > MAX_BODY_LENGTH)
          throw invalid({ path: 'document', message: `must have at most ${MAX_BODY_LENGTH} characters` });
        if (await hasConflict(markdown, parsed.markdown))
          throw invalid({ path: 'document', message: 'must not contain conflicts' });
        return parsed;
      });
      const replacements = body.addresses.flatMap((address) => {
        const relocated = stableRefs.print(relocate(stableRefs.parse(address, 'link')));
        return relocated === address ? [] : [[address, relocated]];
      });
      if (replacements.length === 0) return body.markdown;
      return (await markdown.replaceUrls(body.markdown, Object.fromEntries(replacements))).markdown;
    },
  };
};

/** Service for the content sources of integrations. */
export type ContentSourcesService = ReturnType<typeof createContentSourcesService>;
