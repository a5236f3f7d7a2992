import { createHash } from 'node:crypto';
import { type ContentRef, stableRefs } from '@lectern/document';
import { LRUCache } from 'lru-cache';
import { ApiError, invalid } from '../../../kernel/errors/errors.ts';
import type { Kernel } from '../../../kernel/kernel.ts';
import { createBodyParser, hasConflict, type IntegrationSource } from '../../content/index.ts';
import { type SpacesService, spacePolicy } from '../../spaces/index.ts';
import { type CallsService, isAnswer } from '../calls/calls.service.ts';
import { faultAsError } from '../endpoints/endpoints.service.ts';
import type { EnvironmentService } from '../environment/environment.service.ts';
import type { Place } from '../environment/environment.store.ts';
import { errorSaid, jsonOf } from '../rendering/rendering.service.ts';
import { createAnswerReader, type SourceContent, sourceNamed } from './sources.policy.ts';

interface SpaceKey {
  readonly organization_id: string;
  readonly id: string;
}

/** A specification as sources that depend on it are told of it. */
interface NamedSpecification {
  readonly id: string;
  readonly slug: string;
  readonly version_id: string | null;
}

interface Dependencies extends Pick<Kernel, 'markdown'> {
  readonly environment: Pick<EnvironmentService, 'places'>;
  readonly calls: Pick<CallsService, 'ask'>;
  readonly spaces: Pick<SpacesService, 'find'>;
  readonly specificationOf: (organizationId: string, slug: string) => Promise<NamedSpecification | undefined>;
}

/** A source that can be asked, in a space. */
export interface FoundSource {
  /** Names all that its answers depend on. */
  readonly key: string;
  readonly space: SpaceKey;
  readonly place: Place;
  readonly sourceId: string;
  readonly props: Readonly<Record<string, unknown>>;
  readonly dependencies: Readonly<Record<string, unknown>>;
  readonly resolve: (ref: ContentRef) => Promise<unknown>;
  /** Whether the script is asked even if it answered the same a moment ago. */
  readonly isFresh: boolean;
}

/** What references by names of the source become. */
export type Located = (ref: ContentRef) => ContentRef;

const CONTENT_SCOPE = 'space:content:';
const LARGEST_ANSWER = 4 * 1024 * 1024;
const LONGEST_BODY = 500_000;
const LONGEST_REASON = 500;
// Readers who ask for the same within a minute are told the same.
const KEPT_MS = 60_000;
const KEPT_BYTES = 32 * 1024 * 1024;

const textOf = (value: unknown): string =>
  JSON.stringify(value, (_, inner: unknown) =>
    inner !== null && typeof inner === 'object' && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  );

// It is about what a script answered, not about what a client sent.
const reasonIn = ({ details, message }: ApiError): string =>
  details?.map(({ path, message: what }) => `${path.replace(/^body\.?/, '') || 'it'} ${what}`).join('; ') ??
  message;

/** Why a source at a place cannot be asked; undefined where it can. */
const refusalOf = (name: string, sourceId: string, place: Place | undefined): string | undefined => {
  if (!place?.content) return `The integration ${name} is not installed on this space`;
  const { status } = place.installation!.status === 'active' ? place.content : place.installation!;
  if (status === 'paused') return `The integration ${name} is paused`;
  if (status === 'pending') return `The integration ${name} is not configured yet`;
  const { scopes, content_sources: sources } = place.integration;
  if (!(sources as readonly { id: string }[] | null)?.some(({ id }) => id === sourceId))
    return `The integration ${name} has no content source ${sourceId}`;
  return scopes.some((scope) => scope.startsWith(CONTENT_SCOPE))
    ? undefined
    : `The integration ${name} has no scope for the content of spaces`;
};

/** Content that integrations have: pages and their bodies, asked of their scripts and read with suspicion. */
export const createSourcesService = (deps: Dependencies) => {
  const { markdown, environment, calls, spaces, specificationOf } = deps;
  const reader = createAnswerReader();
  const bodies = createBodyParser({ markdown });
  const kept = new LRUCache<string, { readonly value: unknown }>({ maxSize: KEPT_BYTES, ttl: KEPT_MS });

  // As the installation meets it: what it does not cover is not there for it.
  const resolverFor = (organizationId: string, { integration, installation }: Place) => {
    const readsSpecifications = integration.scopes.includes('openapi:read');
    const known = new Map<string, Promise<unknown>>();
    const ask = async (ref: ContentRef): Promise<unknown> => {
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
      const name = textOf(ref);
      const value = known.get(name) ?? ask(ref);
      known.set(name, value);
      return value;
    };
  };

  const resolved = async (
    { dependencies = {} }: IntegrationSource,
    resolve: FoundSource['resolve'],
  ): Promise<Record<string, unknown>> =>
    Object.fromEntries(
      await Promise.all(
        Object.entries(dependencies).map(async ([name, { ref }]) => [
          name,
          { ref, value: await resolve(ref) },
        ]),
      ),
    );

  const foundAt = async (
    space: SpaceKey,
    place: Place,
    source: IntegrationSource,
    { resolve, isFresh }: Pick<FoundSource, 'resolve' | 'isFresh'>,
  ): Promise<FoundSource> => {
    const { sourceId } = sourceNamed(source.type)!;
    const { props } = source;
    const dependencies = await resolved(source, resolve);
    const { integration, installation, content } = place;
    const told = [installation!.id, installation!.configuration, content!.configuration];
    const key = createHash('sha256')
      .update(textOf([integration.id, integration.version, space.id, told, sourceId, props, dependencies]))
      .digest('hex');
    return { key, space, place, sourceId, props, dependencies, resolve, isFresh };
  };

  /** Asks a script something; throws what it says is wrong, and what is wrong with what it says. */
  const ask = async <T>(
    found: FoundSource,
    type: 'content_compute_revision' | 'content_compute_document',
    read: (answer: unknown) => Promise<T> | T,
  ): Promise<T> => {
    const { key, place, space, sourceId, props, dependencies, isFresh } = found;
    const { name } = place.integration;
    const known = isFresh ? undefined : kept.get(`${type} ${key}`);
    if (known) return known.value as T;
    const outcome = await calls.ask(place, {
      type,
      installationId: place.installation!.id,
      spaceId: space.id,
      sourceId,
      props,
      dependencies,
    });
    if (!isAnswer(outcome)) throw faultAsError(name, outcome);
    const unusable = (why: string) =>
      new ApiError(
        502,
        `The integration ${name} answered something that cannot be kept: ${why.slice(0, LONGEST_REASON)}`,
      );
    if (outcome.body.length > LARGEST_ANSWER) throw unusable(`it has more than ${LARGEST_ANSWER} bytes`);
    const said = jsonOf(outcome);
    if (outcome.status !== 200)
      throw errorSaid(outcome, said) ?? unusable(`it is a ${outcome.status} without a reason`);
    try {
      const value = await read(said);
      kept.set(`${type} ${key}`, { value }, { size: outcome.body.length + 1 });
      return value;
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      throw unusable(reasonIn(error));
    }
  };

  return {
    /** A source of an integration in a space; throws why it cannot be asked. */
    find: async (space: SpaceKey, source: IntegrationSource, isFresh = false): Promise<FoundSource> => {
      const { integration, sourceId } = sourceNamed(source.type)!;
      const [place] = await environment.places({
        organizationId: space.organization_id,
        integrationName: integration,
        content: { kind: 'space', id: space.id },
      });
      const refusal = refusalOf(integration, sourceId, place);
      if (refusal !== undefined) throw new ApiError(404, refusal);
      const resolve = resolverFor(space.organization_id, place!);
      return foundAt(space, place!, source, { resolve, isFresh });
    },

    /** Another source of the same integration, as one of its answers names it. */
    besides: async (found: FoundSource, source: IntegrationSource): Promise<FoundSource> => {
      const { space, place } = found;
      const { sourceId } = sourceNamed(source.type)!;
      const refusal = refusalOf(place.integration.name, sourceId, place);
      if (refusal !== undefined) throw new ApiError(502, refusal);
      return foundAt(space, place, source, found);
    },

    /** The pages and files of a source. */
    contentOf: (found: FoundSource): Promise<SourceContent> =>
      ask(found, 'content_compute_revision', (answer) =>
        reader.revision(found.place.integration.name, answer),
      ),

    /** The body of a page of a source, as Markdown. */
    bodyOf: async (found: FoundSource, located: Located): Promise<string> => {
      const body = await ask(found, 'content_compute_document', async (answer) => {
        const read = await bodies.parse(reader.document(answer), 'document');
        if (read.markdown.length > LONGEST_BODY)
          throw invalid({ path: 'document', message: `must have at most ${LONGEST_BODY} characters` });
        if (await hasConflict(markdown, read.markdown))
          throw invalid({ path: 'document', message: 'must have no conflict' });
        return read;
      });
      const replacements = body.addresses.flatMap((address) => {
        const meant = stableRefs.print(located(stableRefs.parse(address, 'link')));
        return meant === address ? [] : [[address, meant]];
      });
      if (replacements.length === 0) return body.markdown;
      return (await markdown.readdressed(body.markdown, Object.fromEntries(replacements))).markdown;
    },
  };
};

/** Content that integrations have. */
export type SourcesService = ReturnType<typeof createSourcesService>;
