import { type Conflict, type Difference, keys, type MergeBodies, mergeSnapshots } from '@lectern/document';
import type { DatabaseTransaction } from '../../../kernel/database/database.ts';
import type { Kernel } from '../../../kernel/kernel.ts';
import type { RevisionsService } from '../../revisions/index.ts';
import { isGenerated } from './copy-links.ts';

type Dependencies = Pick<Kernel, 'markdown'> & { readonly revisions: RevisionsService };

/** The three snapshots of a merge; `ours` wins where both sides changed the same text. */
interface Sides {
  readonly base: string;
  readonly ours: string;
  readonly theirs: string;
}

/** The result of merging a new translation into a copy. */
export interface MergeResult {
  readonly root: string;
  /** The keys that one side changed and the other deleted; they are as they were in the copy. */
  readonly undecided: ReadonlySet<string>;
  /** The copy with the new translation of everything that was edited by hand; undefined if nothing was. */
  readonly proposed: string | undefined;
}

type Body = string | undefined;

const TEXT_FIELDS: ReadonlySet<string> = new Set(['body', 'title', 'description', 'linkTitle']);
const KEYS: Readonly<Partial<Record<Conflict['kind'], (id: string) => string>>> = {
  page: keys.page,
  'reusable-content': keys.reusable,
};
const isPageOrReusable = ({ key }: Difference): boolean => key.startsWith('p/') || key.startsWith('r/');

/** Merges new translations into copies that people may have edited: their edits stay. */
export const createMergeTranslationsService = ({ markdown, revisions }: Dependencies) => {
  /** Merges bodies line by line, once in favor of each side. */
  const createBodyMerge = (tx: DatabaseTransaction, organizationId: string) => {
    const cache = new Map<string, { readonly ours: Body; readonly theirs: Body }>();
    const read = (body: Body) => revisions.markdownOf(organizationId, body, tx);
    const put = async (text: string): Promise<Body> =>
      text === '' ? undefined : revisions.putBody(tx, organizationId, text);
    return async (base: Body, ours: Body, theirs: Body) => {
      const key = [base, ours, theirs].join();
      const cached = cache.get(key);
      if (cached) return cached;
      const merged = await markdown.mergeBothWays(await read(base), await read(ours), await read(theirs));
      const bodies = { ours: await put(merged.ours), theirs: await put(merged.theirs) };
      cache.set(key, bodies);
      return bodies;
    };
  };

  type BodyMerge = ReturnType<typeof createBodyMerge>;

  /** Our side with the changes of their side that do not conflict. */
  const merge = async (
    tx: DatabaseTransaction,
    organizationId: string,
    { base, ours, theirs }: Sides,
    mergeBody: BodyMerge,
  ) => {
    const map = revisions.merkleMap(organizationId, tx);
    const ourChanges = new Map((await map.diff(base, ours)).map((each) => [each.key, each]));
    // One side edited what the other deleted: a person has to decide.
    const undecided = (await map.diff(base, theirs)).filter((each) => {
      const ourChange = ourChanges.get(each.key);
      const isMergeable = isPageOrReusable(each) && !isGenerated(each.before ?? each.after);
      return ourChange && isMergeable && (ourChange.after === undefined) !== (each.after === undefined);
    });
    const reverted = new Map(undecided.map(({ key, before }) => [key, before]));
    const mergeBodies: MergeBodies = async (...sides) => {
      const merged = await mergeBody(...sides);
      return { body: merged.ours, hasConflicts: merged.ours !== merged.theirs };
    };
    const { changes, conflicts } = await mergeSnapshots(
      map,
      { base, ours, theirs: await revisions.writeChanges(tx, organizationId, theirs, reverted as never) },
      mergeBodies,
    );
    return { root: await revisions.writeChanges(tx, organizationId, ours, changes), conflicts, undecided };
  };

  /** The merged copy with the new translation wherever it conflicts with an edit. */
  const propose = async (
    tx: DatabaseTransaction,
    organizationId: string,
    { root, conflicts, undecided }: Awaited<ReturnType<typeof merge>>,
    mergeBody: BodyMerge,
  ): Promise<string> => {
    const textConflicts = conflicts.flatMap((each) => {
      const key = TEXT_FIELDS.has(each.field) ? KEYS[each.kind]?.(each.id) : undefined;
      return key === undefined ? [] : [{ ...each, key }];
    });
    const current = await revisions.merkleMap(organizationId, tx).getMany(
      root,
      textConflicts.map(({ key }) => key),
    );
    const changes = new Map<string, unknown>();
    for (const { key, field, base, ours, theirs } of textConflicts) {
      if (isGenerated(current.get(key))) continue;
      const value =
        field === 'body' ? (await mergeBody(base as Body, ours as Body, theirs as Body)).theirs : theirs;
      const { [field]: _, ...rest } = (changes.get(key) ?? current.get(key)) as Record<string, unknown>;
      changes.set(key, { ...rest, ...(value !== undefined && { [field]: value }) });
    }
    const written = await revisions.writeChanges(tx, organizationId, root, changes as never);
    return revisions.edit(tx, organizationId, written, async (draft) => {
      for (const { key, after } of undecided) {
        if (after !== undefined) continue;
        if (key.startsWith('p/')) await draft.deletePage(key.slice(2));
        else draft.deleteReusable(key.slice(2));
      }
    });
  };

  return {
    /** Merges a new translation into a copy, line by line. */
    merge: async (tx: DatabaseTransaction, organizationId: string, sides: Sides): Promise<MergeResult> => {
      if (sides.base === sides.ours) return { root: sides.theirs, undecided: new Set(), proposed: undefined };
      const mergeBody = createBodyMerge(tx, organizationId);
      const merged = await merge(tx, organizationId, sides, mergeBody);
      const proposed = await propose(tx, organizationId, merged, mergeBody);
      return {
        root: merged.root,
        undecided: new Set(merged.undecided.map(({ key }) => key)),
        proposed: proposed === merged.root ? undefined : proposed,
      };
    },

    /** Merges an earlier proposal with a new one, which wins where both changed the same text. */
    mergeProposals: async (tx: DatabaseTransaction, organizationId: string, sides: Sides): Promise<string> =>
      (await merge(tx, organizationId, sides, createBodyMerge(tx, organizationId))).root,
  };
};

/** Merges new translations into copies. */
export type MergeTranslationsService = ReturnType<typeof createMergeTranslationsService>;
