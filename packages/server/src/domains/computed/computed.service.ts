import { isDeepStrictEqual } from 'node:util';
import {
  asDesiredPages,
  computedPages,
  type DesiredPage,
  EMPTY_ROOT,
  type PageRecord,
  readTree,
  replacePages,
  withComputed,
} from '@lectern/document';
import type { EventChain } from '../../kernel/auth/chained-tokens.ts';
import type { DatabaseTransaction } from '../../kernel/database/database.ts';
import { ApiError } from '../../kernel/errors/errors.ts';
import type { RecordedEvent } from '../../kernel/events/event.ts';
import { SYSTEM } from '../../kernel/events/events.ts';
import { jobName } from '../../kernel/jobs/jobs.ts';
import type { Kernel } from '../../kernel/kernel.ts';
import type { ReferencesService } from '../content/index.ts';
import type { HeadMove, RevisionsService } from '../revisions/index.ts';
import { affectedBy } from './affected-spaces.ts';
import { type BuildResult, type BuildResultsService, REFRESH_MS } from './build-results.service.ts';
import {
  type ComputedRow,
  claimDue,
  findComputed,
  findSpaces,
  type SpaceKey,
  saveComputed,
} from './computed.store.ts';

/** A space to build pages in, and the chain of the script that caused it. */
type SpaceToBuild = SpaceKey & { readonly chain?: EventChain | undefined };

/** The job that builds the pages of built-in sources in a space. */
export const BUILD_PAGES = jobName<SpaceToBuild>('computed.build-pages');
/** The job that builds the pages of integrations in a space; separate, because scripts may be slow. */
export const BUILD_INTEGRATION_PAGES = jobName<SpaceToBuild & { since?: string | undefined }>(
  'computed.build-integration-pages',
);

interface Dependencies extends Pick<Kernel, 'db' | 'transaction' | 'clock' | 'newId' | 'events' | 'jobs'> {
  readonly revisions: RevisionsService;
  readonly references: Pick<ReferencesService, 'findSpacesUsingSpecification'>;
  readonly buildResults: BuildResultsService;
}

const MAX_JOB_MS = 5 * 60_000;
const REFRESH_BATCH = 500;

const isComputed = (value: unknown): boolean => {
  const { type, computedFrom } = (value ?? {}) as Partial<PageRecord>;
  return type === 'computed' || computedFrom !== undefined;
};
const isFromIntegration = ({ fields }: DesiredPage): boolean =>
  String(fields.computed?.type).startsWith('integration:');

/** Computed pages: stored like other pages, so that all readers of pages see them. */
export const createComputedService = (deps: Dependencies) => {
  const { db, transaction, clock, newId, events, jobs, revisions, references, buildResults } = deps;
  // Transactions of this service, whose changes must not trigger another build.
  const ownTransactions = new WeakSet<DatabaseTransaction>();
  const later = (ms: number) => new Date(clock.now().getTime() + ms);

  /** Replaces the computed pages of a space by build results, in one revision with the differences. */
  const storeResults = (
    { chain, ...space }: SpaceToBuild,
    results: ReadonlyMap<string, BuildResult>,
  ): Promise<void> =>
    transaction(async (tx) => {
      const { organization_id: organizationId } = space;
      const head = await revisions.lockHead(tx, space);
      if (!head) return;
      ownTransactions.add(tx);
      const tree = await readTree(revisions.view(organizationId, head.root, tx));
      const [before, lastBuilds] = [computedPages(tree), await findComputed(tx, space)];
      const [left, rows, bodies]: [string[], ComputedRow[], string[]] = [[], [], []];
      const wanted = withComputed(asDesiredPages(tree), ({ id, fields }, isTop) => {
        left.push(id);
        const result = results.get(id);
        const current = before.get(id) ?? [];
        // A page that changed meanwhile, or was built later, has a newer result.
        const isOutdated =
          result && (lastBuilds.get(id)?.asked_at ?? result.row.asked_at) > result.row.asked_at;
        if (!result || isOutdated || !isDeepStrictEqual(result.source, fields.computed)) return current;
        rows.push({ page_id: id, ...result.row });
        bodies.push(...result.bodies);
        return result.wanted(isTop, current);
      });
      await saveComputed(tx, space, rows, left);
      const replacement = replacePages(tree, wanted, { newId, now: () => clock.now().toISOString() });
      if (replacement.removed.size === 0 && replacement.placed.size === 0) return;
      const next = await revisions.edit(tx, organizationId, head.root, async (draft) => {
        for (const body of bodies) draft.putBody(body);
        draft.replacePages(replacement);
      });
      const revision = await revisions.insert(tx, {
        organizationId,
        spaceId: space.id,
        root: await revisions.addFormerPaths(tx, organizationId, head.root, next),
        type: 'computed',
        parents: [head.id],
        createdBy: head.created_by!,
      });
      await revisions.moveHead(tx, space, revision, chain);
      await events.record(tx, SYSTEM, {
        organizationId,
        action: 'space.content-updated',
        target: { type: 'space', id: space.id },
        payload: { revision, from: head.id, computed: true },
        ...(chain && { chain }),
      });
    });

  /** The computed pages of a space, and the pages built from each. */
  const computedPagesOf = async ({ organization_id, id }: SpaceKey) => {
    const [root] = (await revisions.headRoots(organization_id, [id])).values();
    if (root === undefined) return undefined;
    const tree = await readTree(revisions.view(organization_id, root));
    const pages: DesiredPage[] = [];
    withComputed(asDesiredPages(tree), (page) => {
      pages.push(page);
      return [];
    });
    return { pages, built: computedPages(tree) };
  };

  return {
    /** Called with new snapshots of spaces; enqueues a build where computed pages changed. */
    follow: async (
      tx: DatabaseTransaction,
      organizationId: string,
      moves: readonly HeadMove[],
      chain?: EventChain,
    ): Promise<void> => {
      if (ownTransactions.has(tx)) return;
      const map = revisions.merkleMap(organizationId, tx);
      for (const { spaceId: id, from, to } of moves) {
        const isLarge = from === EMPTY_ROOT && (await map.isLarge(to));
        const isTouched =
          isLarge ||
          (await map.diff(from, to)).some(({ before, after }) => isComputed(before) || isComputed(after));
        if (isTouched) await jobs.enqueue(tx, BUILD_PAGES, { organization_id: organizationId, id, chain });
      }
    },

    /** Enqueues builds in the spaces that a recorded event affects. */
    handleEvent: async (event: RecordedEvent): Promise<void> => {
      const { spaces: filters = [], spec, rebuildsBuiltIn, refresh } = affectedBy(event);
      const spaces = (await Promise.all(filters.map((filter) => findSpaces(db, filter)))).flat();
      const organization_id = event.organizationId!;
      const { chain } = event;
      const showing =
        spec === undefined ? [] : await references.findSpacesUsingSpecification(organization_id, spec);
      const since = refresh ? clock.now().toISOString() : undefined;
      await transaction(async (tx) => {
        await jobs.enqueueAll(tx, BUILD_PAGES, [
          ...showing.map((id) => ({ organization_id, id, chain })),
          ...(rebuildsBuiltIn ? spaces.map((space) => ({ ...space, chain })) : []),
        ]);
        await jobs.enqueueAll(
          tx,
          BUILD_INTEGRATION_PAGES,
          spaces.map((space) => ({ ...space, since, chain })),
        );
      });
    },

    /** Enqueues builds of integration pages that are due for a refresh. */
    refreshDue: (): Promise<void> =>
      transaction(async (tx) => {
        const now = clock.now();
        const due = await claimDue(tx, now, later(REFRESH_MS), REFRESH_BATCH);
        const since = now.toISOString();
        await jobs.enqueueAll(
          tx,
          BUILD_INTEGRATION_PAGES,
          due.map((space) => ({ ...space, since })),
        );
      }),

    /** Builds the pages of built-in sources in a space; a failure of one does not affect the others. */
    buildPages: async (space: SpaceToBuild): Promise<void> => {
      const current = await computedPagesOf(space);
      if (!current) return;
      const results = new Map<string, BuildResult>();
      const errors: unknown[] = [];
      const fail = (page: DesiredPage, error: unknown): BuildResult => {
        if (!(error instanceof ApiError)) errors.push(error);
        return buildResults.failBuiltIn(page, error);
      };
      const builtInPages = current.pages.filter((page) => !isFromIntegration(page));
      // Built before the space is locked, because it takes a while.
      for (const page of builtInPages)
        results.set(
          page.id,
          await buildResults
            .buildBuiltIn(space, page, current.built.get(page.id) ?? [])
            .catch((error: unknown) => fail(page, error)),
        );
      try {
        await storeResults(space, results);
      } catch {
        // One result cannot be stored: store each by itself.
        for (const page of builtInPages)
          await storeResults(space, new Map([[page.id, results.get(page.id)!]])).catch((error: unknown) =>
            storeResults(space, new Map([[page.id, fail(page, error)]])),
          );
      }
      if (current.pages.some(isFromIntegration))
        await transaction((tx) => jobs.enqueue(tx, BUILD_INTEGRATION_PAGES, space));
      // Makes the job fail, so that it is retried.
      if (errors.length > 0) throw errors[0];
    },

    /** Builds the pages of integrations in a space that changed, or were last built before `since`. */
    buildIntegrationPages: async (space: SpaceToBuild, since?: Date): Promise<void> => {
      const current = await computedPagesOf(space);
      if (!current) return;
      const lastBuilds = await findComputed(db, space);
      const results = new Map<string, BuildResult>();
      const postponed: Date[] = [];
      const until = performance.now() + MAX_JOB_MS;
      for (const page of current.pages.filter(isFromIntegration)) {
        // The remaining pages are built by another job.
        if (performance.now() > until) {
          postponed.push(clock.now());
          break;
        }
        const result = await buildResults.buildIfChanged(space, page, lastBuilds.get(page.id), {
          stored: current.built.get(page.id),
          since,
        });
        if (result instanceof Date) postponed.push(result);
        else if (result) results.set(page.id, result);
      }
      if (results.size > 0) await storeResults(space, results);
      if (postponed.length === 0) return;
      const startAfter = new Date(Math.max(...postponed.map(Number)));
      await transaction((tx) =>
        jobs.enqueue(tx, BUILD_INTEGRATION_PAGES, { ...space, since: since?.toISOString() }, { startAfter }),
      );
    },
  };
};

/** Service for computed pages. */
export type ComputedService = ReturnType<typeof createComputedService>;
