import { isDeepStrictEqual } from 'node:util';
import {
  asWanted,
  computedPages,
  EMPTY_ROOT,
  type PageRecord,
  readTree,
  replacePages,
  type WantedPage,
  withComputed,
} from '@lectern/document';
import { validatorOf } from '../../kernel/contract/validation.ts';
import type { DatabaseTransaction } from '../../kernel/database/database.ts';
import { ApiError } from '../../kernel/errors/errors.ts';
import { type RecordedEvent, SYSTEM } from '../../kernel/events/events.ts';
import type { Kernel } from '../../kernel/kernel.ts';
import { type IntegrationSource, PageSource, type ReferencesService } from '../content/index.ts';
import {
  dependenciesOf,
  type FoundSource,
  type Located,
  type SourcesService,
  sourceNamed,
} from '../integrations/index.ts';
import type { RevisionsService } from '../revisions/index.ts';
import { allOf, isNote, locatedBy, noteOf, noteText, reasonOf, wantedOf } from './computed.policy.ts';
import {
  type ComputedRow,
  findComputed,
  findConcerned,
  type SpaceKey,
  saveComputed,
  takeDue,
} from './computed.store.ts';
import { concernedBy } from './following/following.policy.ts';
import {
  deadline,
  isOfIntegration,
  type Made,
  type MakingService,
  refuseLate,
  type WritablePage,
} from './making/making.service.ts';

/** The job that makes the pages of a space that are computed from what is built in. */
export const MAKE_PAGES = 'computed.make-pages';
/** The job that makes those that integrations are asked for: it may take long, and holds up none of the others. */
export const ASK_INTEGRATIONS = 'computed.ask-integrations';

interface Dependencies extends Pick<Kernel, 'db' | 'transaction' | 'clock' | 'newId' | 'events' | 'jobs'> {
  readonly revisions: RevisionsService;
  readonly references: Pick<ReferencesService, 'findSpacesUsingSpecification'>;
  readonly making: MakingService;
  readonly sources: Pick<SourcesService, 'find'>;
}

/** What computed pages are made into, and what is noted about it. */
interface Answer {
  readonly source: PageRecord['computed'];
  readonly row: Omit<ComputedRow, 'page_id'>;
  readonly wanted: (isTop: boolean, before: readonly WantedPage[]) => readonly WantedPage[];
  readonly bodies: readonly string[];
}

const MINUTE = 60_000;
/** What integrations have may change without anybody saying so. */
const REFRESHED_AFTER = 60 * MINUTE;
const FAILED_AFTER = 5 * MINUTE;
// Whoever changes something again and again is asked now and then.
const APART_MS = 5000;
const LONGEST_JOB_MS = 5 * MINUTE;
const BODIES_AT_ONCE = 4;
const MOST_TEXT = 10_000_000;
const DUE_AT_ONCE = 500;

const isComputed = (value: unknown): boolean => {
  const { type, computedFrom } = (value ?? {}) as Partial<PageRecord>;
  return type === 'computed' || computedFrom !== undefined;
};
const isAsked = ({ said }: WantedPage): boolean => String(said.computed?.type).startsWith('integration:');

/** Pages that are computed: made as pages like others, so that all that reads pages reads them. */
export const createComputedService = (deps: Dependencies) => {
  const { db, transaction, clock, newId, events, jobs, revisions, references, making, sources } = deps;
  const check = validatorOf('body', PageSource);
  // What is made here needs no making.
  const own = new WeakSet<DatabaseTransaction>();
  const later = (ms: number) => new Date(clock.now().getTime() + ms);

  const isSource = (value: unknown): value is PageSource => {
    try {
      check(value);
      return true;
    } catch {
      return false;
    }
  };

  /** The bodies of pages, some at a time, for as long as there is time. */
  const bodiesOf = async (pages: readonly WritablePage[], located: Located, until: number) => {
    const left = allOf(pages).filter(({ body }) => body !== undefined);
    const bodies = new Map<WritablePage, string>();
    let size = 0;
    const write = async (): Promise<void> => {
      for (let page = left.shift(); page; page = left.shift()) {
        refuseLate(until);
        const text = await page.body!(located);
        size += text.length;
        if (size > MOST_TEXT) throw new ApiError(502, `These pages have more than ${MOST_TEXT} characters`);
        bodies.set(page, text);
      }
    };
    try {
      await Promise.all(Array.from({ length: BODIES_AT_ONCE }, write));
    } finally {
      // Where one is missing, nobody needs the others.
      left.length = 0;
    }
    return bodies;
  };

  const answerWith = async (
    { id, said }: WantedPage,
    row: Answer['row'],
    { pages, files }: Made,
    until = Number.POSITIVE_INFINITY,
  ): Promise<Answer> => {
    const names = new Set(allOf(pages).map(({ key }) => key));
    const urls = new Map(files.map((file) => [file.id ?? file.name, file.downloadURL]));
    const located = locatedBy(id, names, urls);
    const bodies = await bodiesOf(pages, located, until);
    return {
      source: said.computed,
      row,
      wanted: (isTop) => pages.map((page) => wantedOf(id, page, isTop, located, bodies)),
      bodies: [...bodies.values()].filter((text) => text !== ''),
    };
  };

  /** What is said in place of pages; those of the last time stay where they are only out of date. */
  const answerWithout = (
    { id, said }: WantedPage,
    row: Answer['row'],
    reason: string,
    keeps: boolean,
  ): Answer => {
    const text = noteText(reason);
    return {
      source: said.computed,
      row: { ...row, failure: reason },
      wanted: (_, before) => {
        const kept = keeps ? before.filter((page) => !isNote(id, page)) : [];
        return [...kept, noteOf(id, said.title, text, kept.length > 0)];
      },
      bodies: [text],
    };
  };

  const rowOfBuiltIn = (): Answer['row'] => ({
    integration: null,
    key: null,
    depends_on: [],
    failure: null,
    asked_at: clock.now(),
    due_at: null,
  });

  const builtIn = async (space: SpaceKey, page: WantedPage): Promise<Answer> => {
    const row = rowOfBuiltIn();
    const { computed } = page.said;
    const made =
      isSource(computed) && !isOfIntegration(computed)
        ? await making.pagesOf(space, computed)
        : { pages: [], files: [] };
    return answerWith(page, row, made);
  };

  const asked = async (
    page: WantedPage,
    source: IntegrationSource,
    found: FoundSource,
    asked_at: Date,
  ): Promise<Answer> => {
    const row = {
      integration: sourceNamed(source.type)!.integration.toLowerCase(),
      key: found.key,
      depends_on: dependenciesOf(source),
      failure: null,
      asked_at,
      due_at: later(REFRESHED_AFTER),
    };
    try {
      const until = deadline();
      return await answerWith(page, row, await making.fromFound(found, until), until);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      return answerWithout(page, { ...row, due_at: later(FAILED_AFTER) }, error.message, true);
    }
  };

  /** What a source of an integration is made into; undefined where nothing is new, a moment where it is too early to ask. */
  const ofIntegration = async (
    space: SpaceKey,
    page: WantedPage,
    before: ComputedRow | undefined,
    wish: { readonly hasPages: boolean; readonly since: Date | undefined },
  ): Promise<Answer | Date | undefined> => {
    const asked_at = clock.now();
    const { computed } = page.said;
    const name = sourceNamed(String(computed?.type))?.integration.toLowerCase() ?? null;
    const none = { integration: name, key: null, depends_on: [], asked_at, due_at: null, failure: null };
    if (!isSource(computed) || !isOfIntegration(computed))
      return answerWithout(page, none, 'This is no content source that could be asked', false);
    let found: FoundSource;
    try {
      found = await sources.find(space, computed, true);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      return answerWithout(page, { ...none, depends_on: dependenciesOf(computed) }, error.message, false);
    }
    const isNew = !before || before.key !== found.key || (wish.since && before.asked_at < wish.since);
    if (!isNew && wish.hasPages) return undefined;
    const earliest = before && new Date(before.asked_at.getTime() + APART_MS);
    if (earliest && earliest > asked_at) return earliest;
    return asked(page, computed, found, asked_at);
  };

  /** Puts what was made where it belongs; only what is different is written. */
  const put = (space: SpaceKey, answers: ReadonlyMap<string, Answer>): Promise<void> =>
    transaction(async (tx) => {
      const { organization_id: organizationId } = space;
      const head = await revisions.lockHead(tx, space);
      if (!head) return;
      own.add(tx);
      const tree = await readTree(revisions.view(organizationId, head.root, tx));
      const [before, noted] = [computedPages(tree), await findComputed(tx, space)];
      const [left, rows, bodies]: [string[], ComputedRow[], string[]] = [[], [], []];
      const wanted = withComputed(asWanted(tree), ({ id, said }, isTop) => {
        left.push(id);
        const answer = answers.get(id);
        const kept = before.get(id) ?? [];
        // What was changed in the meantime, or asked for later than this, has an answer of its own.
        const isLate = answer && (noted.get(id)?.asked_at ?? answer.row.asked_at) > answer.row.asked_at;
        if (!answer || isLate || !isDeepStrictEqual(answer.source, said.computed)) return kept;
        rows.push({ page_id: id, ...answer.row });
        bodies.push(...answer.bodies);
        return answer.wanted(isTop, kept);
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
      await revisions.moveHead(tx, space, revision);
      await events.record(tx, SYSTEM, {
        organizationId,
        action: 'space.content-updated',
        target: { type: 'space', id: space.id },
        payload: { revision, from: head.id, computed: true },
      });
    });

  /** The computed pages of a space as it is, and what was made of each. */
  const sourcesOf = async ({ organization_id, id }: SpaceKey) => {
    const [root] = (await revisions.headRoots(organization_id, [id])).values();
    if (root === undefined) return undefined;
    const tree = await readTree(revisions.view(organization_id, root));
    const pages: WantedPage[] = [];
    withComputed(asWanted(tree), (page) => {
      pages.push(page);
      return [];
    });
    return { pages, made: computedPages(tree) };
  };

  return {
    /** Follows a space to its next snapshot: where computed pages came, went or changed, theirs are made. */
    follow: async (tx: DatabaseTransaction, space: SpaceKey, from: string, to: string): Promise<void> => {
      if (own.has(tx)) return;
      const map = revisions.merkleMap(space.organization_id, tx);
      const isLarge = from === EMPTY_ROOT && (await map.isLarge(to));
      const isTouched =
        isLarge ||
        (await map.diff(from, to)).some(({ before, after }) => isComputed(before) || isComputed(after));
      const { organization_id, id } = space;
      if (isTouched) await jobs.enqueue(tx, MAKE_PAGES, { organization_id, id });
    },

    /** Something happened on which computed pages of spaces depend: these are looked at. */
    happened: async (event: RecordedEvent): Promise<void> => {
      const { concerned = [], spec, isMade, refresh } = concernedBy(event);
      const spaces = (await Promise.all(concerned.map((one) => findConcerned(db, one)))).flat();
      const organization_id = event.organizationId!;
      const showing =
        spec === undefined ? [] : await references.findSpacesUsingSpecification(organization_id, spec);
      const since = refresh ? clock.now().toISOString() : undefined;
      await transaction(async (tx) => {
        await jobs.enqueueAll(tx, MAKE_PAGES, [
          ...showing.map((id) => ({ organization_id, id })),
          ...(isMade ? spaces : []),
        ]);
        await jobs.enqueueAll(
          tx,
          ASK_INTEGRATIONS,
          spaces.map((space) => ({ ...space, since })),
        );
      });
    },

    /** Has integrations asked again for what they have, in spaces where that is due. */
    refresh: (): Promise<void> =>
      transaction(async (tx) => {
        const now = clock.now();
        const due = await takeDue(tx, now, later(REFRESHED_AFTER), DUE_AT_ONCE);
        const since = now.toISOString();
        await jobs.enqueueAll(
          tx,
          ASK_INTEGRATIONS,
          due.map((space) => ({ ...space, since })),
        );
      }),

    /** Makes the pages of a space that are computed from what is built in; what goes wrong with one holds up no other. */
    make: async (space: SpaceKey): Promise<void> => {
      const there = await sourcesOf(space);
      if (!there) return;
      const answers = new Map<string, Answer>();
      const faults: unknown[] = [];
      const fail = (page: WantedPage, error: unknown): Answer => {
        if (!(error instanceof ApiError)) faults.push(error);
        return answerWithout(page, rowOfBuiltIn(), reasonOf(page, error), true);
      };
      const own = there.pages.filter((page) => !isAsked(page));
      // Made before anything is locked: it takes a while.
      for (const page of own)
        answers.set(page.id, await builtIn(space, page).catch((error: unknown) => fail(page, error)));
      try {
        await put(space, answers);
      } catch {
        // Something in one of them: each by itself.
        for (const page of own)
          await put(space, new Map([[page.id, answers.get(page.id)!]])).catch((error: unknown) =>
            put(space, new Map([[page.id, fail(page, error)]])),
          );
      }
      if (there.pages.some(isAsked)) await transaction((tx) => jobs.enqueue(tx, ASK_INTEGRATIONS, space));
      // Whoever runs this is told, and tries again: it may have been a bad moment.
      if (faults.length > 0) throw faults[0];
    },

    /** Makes the pages of a space that integrations are asked for: of those that changed, or that were last asked before a moment. */
    ask: async (space: SpaceKey, since?: Date): Promise<void> => {
      const there = await sourcesOf(space);
      if (!there) return;
      const noted = await findComputed(db, space);
      const answers = new Map<string, Answer>();
      const postponed: Date[] = [];
      const until = performance.now() + LONGEST_JOB_MS;
      for (const page of there.pages.filter(isAsked)) {
        // The rest has a turn of its own: what is answered by then is not asked again.
        if (performance.now() > until) {
          postponed.push(clock.now());
          break;
        }
        const hasPages = there.made.has(page.id);
        const answer = await ofIntegration(space, page, noted.get(page.id), { hasPages, since });
        if (answer instanceof Date) postponed.push(answer);
        else if (answer) answers.set(page.id, answer);
      }
      if (answers.size > 0) await put(space, answers);
      if (postponed.length === 0) return;
      const startAfter = new Date(Math.max(...postponed.map(Number)));
      await transaction((tx) =>
        jobs.enqueue(tx, ASK_INTEGRATIONS, { ...space, since: since?.toISOString() }, { startAfter }),
      );
    },
  };
};

/** Pages that are computed. */
export type ComputedService = ReturnType<typeof createComputedService>;
