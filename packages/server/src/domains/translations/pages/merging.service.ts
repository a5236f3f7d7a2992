import { type Conflict, type Difference, keys, type MergeBodies, mergeSnapshots } from '@lectern/document';
import type { DatabaseTransaction } from '../../../kernel/database/database.ts';
import type { Kernel } from '../../../kernel/kernel.ts';
import type { RevisionsService } from '../../revisions/index.ts';
import { isMadeOfAnother } from './copy-links.ts';

type Dependencies = Pick<Kernel, 'markdown'> & { readonly revisions: RevisionsService };

/** Three snapshots: ours stands where both sides changed the same. */
interface Sides {
  readonly base: string;
  readonly ours: string;
  readonly theirs: string;
}

/** What comes of bringing a new translation to a copy: its next snapshot, and that with what is left to people to decide. */
export interface Brought {
  readonly root: string;
  /** The keys of what was changed on one side and taken away on the other; the copy has it as it was. */
  readonly kept: ReadonlySet<string>;
  /** The copy with the new translation of what was changed by hand; undefined when there is none. */
  readonly proposed: string | undefined;
}

type Body = string | undefined;

const WORDS: ReadonlySet<string> = new Set(['body', 'title', 'description', 'linkTitle']);
const KEYS: Readonly<Partial<Record<Conflict['kind'], (id: string) => string>>> = {
  page: keys.page,
  'reusable-content': keys.reusable,
};
const isThing = ({ key }: Difference): boolean => key.startsWith('p/') || key.startsWith('r/');

/** Bringing new translations to copies: what people wrote there stays. */
export const createBringingService = ({ markdown, revisions }: Dependencies) => {
  /** Bodies merged line by line, each as the one and as the other side would have it. */
  const createBodies = (tx: DatabaseTransaction, organizationId: string) => {
    const known = new Map<string, { readonly ours: Body; readonly theirs: Body }>();
    const read = (body: Body) => revisions.markdownOf(organizationId, body, tx);
    const put = async (text: string): Promise<Body> =>
      text === '' ? undefined : revisions.putBody(tx, organizationId, text);
    return async (base: Body, ours: Body, theirs: Body) => {
      const name = [base, ours, theirs].join();
      const made = known.get(name);
      if (made) return made;
      const merged = await markdown.mergedTwice(await read(base), await read(ours), await read(theirs));
      const bodies = { ours: await put(merged.ours), theirs: await put(merged.theirs) };
      known.set(name, bodies);
      return bodies;
    };
  };

  type Bodies = ReturnType<typeof createBodies>;

  /** Our side with all that their side changed and ours did not. */
  const merge = async (
    tx: DatabaseTransaction,
    organizationId: string,
    { base, ours, theirs }: Sides,
    bodies: Bodies,
  ) => {
    const map = revisions.merkleMap(organizationId, tx);
    const mine = new Map((await map.diff(base, ours)).map((each) => [each.key, each]));
    // Somebody works on what the others have no more, or took away what goes on there: that is not for a machine to decide.
    const kept = (await map.diff(base, theirs)).filter((each) => {
      const our = mine.get(each.key);
      const isOwn = isThing(each) && !isMadeOfAnother(each.before ?? each.after);
      return our && isOwn && (our.after === undefined) !== (each.after === undefined);
    });
    const unchanged = new Map(kept.map(({ key, before }) => [key, before]));
    const mergeBodies: MergeBodies = async (...sides) => {
      const made = await bodies(...sides);
      return { body: made.ours, hasConflicts: made.ours !== made.theirs };
    };
    const { changes, conflicts } = await mergeSnapshots(
      map,
      { base, ours, theirs: await revisions.writeChanges(tx, organizationId, theirs, unchanged as never) },
      mergeBodies,
    );
    return { root: await revisions.writeChanges(tx, organizationId, ours, changes), conflicts, kept };
  };

  /** A copy with the words that the source would have it say. */
  const propose = async (
    tx: DatabaseTransaction,
    organizationId: string,
    { root, conflicts, kept }: Awaited<ReturnType<typeof merge>>,
    bodies: Bodies,
  ): Promise<string> => {
    const words = conflicts.flatMap((each) => {
      const key = WORDS.has(each.field) ? KEYS[each.kind]?.(each.id) : undefined;
      return key === undefined ? [] : [{ ...each, key }];
    });
    const now = await revisions.merkleMap(organizationId, tx).getMany(
      root,
      words.map(({ key }) => key),
    );
    const changes = new Map<string, unknown>();
    for (const { key, field, base, ours, theirs } of words) {
      if (isMadeOfAnother(now.get(key))) continue;
      const value =
        field === 'body' ? (await bodies(base as Body, ours as Body, theirs as Body)).theirs : theirs;
      const { [field]: _, ...rest } = (changes.get(key) ?? now.get(key)) as Record<string, unknown>;
      changes.set(key, { ...rest, ...(value !== undefined && { [field]: value }) });
    }
    const written = await revisions.writeChanges(tx, organizationId, root, changes as never);
    return revisions.edit(tx, organizationId, written, async (draft) => {
      for (const { key, after } of kept) {
        if (after !== undefined) continue;
        if (key.startsWith('p/')) await draft.deletePage(key.slice(2));
        else draft.deleteReusable(key.slice(2));
      }
    });
  };

  return {
    /** Brings what became of the base to a copy that people may have changed since the base, line by line. */
    bring: async (tx: DatabaseTransaction, organizationId: string, sides: Sides): Promise<Brought> => {
      if (sides.base === sides.ours) return { root: sides.theirs, kept: new Set(), proposed: undefined };
      const bodies = createBodies(tx, organizationId);
      const merged = await merge(tx, organizationId, sides, bodies);
      const proposed = await propose(tx, organizationId, merged, bodies);
      return {
        root: merged.root,
        kept: new Set(merged.kept.map(({ key }) => key)),
        proposed: proposed === merged.root ? undefined : proposed,
      };
    },

    /** What was proposed before together with what is proposed now, which stands where both are about the same. */
    renew: async (tx: DatabaseTransaction, organizationId: string, sides: Sides): Promise<string> =>
      (await merge(tx, organizationId, sides, createBodies(tx, organizationId))).root,
  };
};

/** Bringing new translations to copies. */
export type BringingService = ReturnType<typeof createBringingService>;
