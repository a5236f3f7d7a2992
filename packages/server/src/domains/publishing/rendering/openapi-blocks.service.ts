import { stableRefs } from '@lectern/document';
import type { RenderContext } from '@lectern/site';
import type { Snapshot } from '../../content/index.ts';
import { INCOMPLETE, type ReferencedSpecification } from './page-data.ts';
import type { LoadedPart, SpecificationPartsService } from './specification-parts.service.ts';

// How long the first reader of a page waits for a large specification.
const TIMEOUT_MS = 8000;
const TIMED_OUT: LoadedPart = { part: undefined, until: INCOMPLETE };

/** Makes the service for OpenAPI blocks in pages, which are shown without specifications that take too long to load. */
export const createOpenapiBlocksService = ({
  specificationParts,
}: {
  readonly specificationParts: SpecificationPartsService;
}) => {
  // Specifications that timed out once and are still loading; other requests do not wait for them.
  const overdue = new Set<string>();

  const loadOrTimeOut = async (
    snapshot: Snapshot,
    files: Parameters<SpecificationPartsService['load']>[1],
    reference: ReferencedSpecification,
    timeout: Promise<LoadedPart>,
  ): Promise<LoadedPart> => {
    const { organization_id } = snapshot.space;
    const key = JSON.stringify([organization_id, stableRefs.print(reference.ref), reference.parts]);
    if (overdue.has(key)) return TIMED_OUT;
    let isLoaded = false;
    const loading = specificationParts
      .load(snapshot, files, reference)
      .catch(() => TIMED_OUT)
      .finally(() => {
        isLoaded = true;
        overdue.delete(key);
      });
    const timingOut = timeout.then((timedOut) => {
      if (!isLoaded) overdue.add(key);
      return timedOut;
    });
    return Promise.race([loading, timingOut]);
  };

  return {
    /** Loads the specifications that a page refers to, as far as they are available in time. */
    load: async (
      snapshot: Snapshot,
      references: readonly ReferencedSpecification[],
    ): Promise<Pick<RenderContext, 'openapiOf' | 'parsedMarkdown'> & { readonly until: number }> => {
      if (references.length === 0) return { until: Number.POSITIVE_INFINITY };
      const files = await specificationParts.filesOf(
        snapshot,
        references.map(({ ref }) => ref),
      );
      let timer: NodeJS.Timeout | undefined;
      const timeout = new Promise<LoadedPart>((resolve) => {
        timer = setTimeout(() => resolve(TIMED_OUT), TIMEOUT_MS);
      });
      const loaded = await Promise.all(
        references.map((reference) => loadOrTimeOut(snapshot, files, reference, timeout)),
      );
      clearTimeout(timer);
      const documents = new Map(
        references.map(({ ref }, at) => [stableRefs.print(ref), loaded[at]!.part?.document]),
      );
      const described = new Map(loaded.flatMap(({ part }) => [...(part?.described ?? [])]));
      return {
        openapiOf: (ref) => documents.get(stableRefs.print(ref)),
        parsedMarkdown: (markdown) => described.get(markdown),
        until: Math.min(...loaded.map(({ until }) => until)),
      };
    },
  };
};

/** OpenAPI blocks in pages. */
export type OpenapiBlocksService = ReturnType<typeof createOpenapiBlocksService>;
