import { type Difference, type MergeBodies, mergeSnapshots, type PageRecord } from '@lectern/document';
import type { DatabaseTransaction } from '../../../kernel/database/database.ts';
import type { Kernel } from '../../../kernel/kernel.ts';
import { mergedBodies } from '../../content/index.ts';
import type { RevisionsService } from '../../revisions/index.ts';

type Dependencies = Pick<Kernel, 'markdown'> & { readonly revisions: RevisionsService };

/** What comes of bringing a new translation to a copy: its next snapshot, and that with what is left to people to decide. */
export interface Brought {
  readonly root: string;
  /** The keys of what was changed by hand and in the source; the copy keeps it as it is. */
  readonly contested: ReadonlySet<string>;
  /** The copy with the new translation of what is contested; undefined when nothing is. */
  readonly proposed: string | undefined;
}

type Fields = Readonly<Record<string, unknown>>;

const WORDS = ['title', 'description', 'linkTitle'];
const isThing = ({ key }: Difference): boolean => key.startsWith('p/') || key.startsWith('r/');
const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

/** Those of the first that are not in the second, each as often as it is missing. */
const missingIn = (all: readonly string[], others: readonly string[]): Set<string> => {
  const left = new Map<string, number>();
  for (const key of others) left.set(key, (left.get(key) ?? 0) + 1);
  return new Set(
    all.filter((key) => {
      const count = left.get(key) ?? 0;
      left.set(key, count - 1);
      return count <= 0;
    }),
  );
};

/** Bringing new translations to copies: what people wrote there stays. */
export const createBringingService = ({ markdown, revisions }: Dependencies) => {
  /** Whether the same block was changed on both sides. */
  const meetsInBody = async (
    tx: DatabaseTransaction,
    organizationId: string,
    bodies: readonly (string | undefined)[],
  ): Promise<boolean> => {
    const [base, ours, theirs] = await Promise.all(
      bodies.map(async (body) => markdown.blockKeys(await revisions.markdownOf(organizationId, body, tx))),
    );
    const changed = missingIn(base!, theirs!);
    return [...missingIn(base!, ours!)].some((key) => changed.has(key));
  };

  const isContested = async (
    tx: DatabaseTransaction,
    organizationId: string,
    before: unknown,
    ours: unknown,
    theirs: unknown,
  ): Promise<boolean> => {
    if (same(ours, theirs)) return false;
    // Somebody works on what the source has no more, or took away what goes on there.
    if (ours === undefined || theirs === undefined) return true;
    const [was, mine, yours] = [(before ?? {}) as Fields, ours as Fields, theirs as Fields];
    const differs = (field: string) =>
      !same(was[field], mine[field]) && !same(was[field], yours[field]) && !same(mine[field], yours[field]);
    if (WORDS.some(differs)) return true;
    if (!differs('body')) return false;
    return meetsInBody(
      tx,
      organizationId,
      [was, mine, yours].map(({ body }) => body as string | undefined),
    );
  };

  /** The copy with what is contested as the source would have it. */
  const propose = async (
    tx: DatabaseTransaction,
    organizationId: string,
    root: string,
    theirs: ReadonlyMap<string, unknown>,
  ): Promise<string> => {
    const now = await revisions.mapOf(organizationId, tx).getMany(root, [...theirs.keys()]);
    const gone = [...theirs].flatMap(([key, record]) => (record === undefined ? [key] : []));
    const changes = new Map(
      [...theirs].flatMap(([key, record]) => {
        const mine = now.get(key) as PageRecord | undefined;
        if (record === undefined || mine === undefined) return [];
        const words = ['body', ...WORDS].map((field) => [field, (record as Fields)[field]] as const);
        const next = Object.entries({ ...mine, ...Object.fromEntries(words) }).filter(
          ([, value]) => value !== undefined,
        );
        return [[key, Object.fromEntries(next)] as const];
      }),
    );
    const written = await revisions.write(tx, organizationId, root, changes as never);
    return revisions.edit(tx, organizationId, written, async (draft) => {
      for (const key of gone.filter((each) => now.has(each))) {
        if (key.startsWith('p/')) await draft.deletePage(key.slice(2));
        else draft.deleteReusable(key.slice(2));
      }
    });
  };

  return {
    /** Brings what became of the base to a copy that people may have changed since the base. */
    bring: async (
      tx: DatabaseTransaction,
      organizationId: string,
      { base, ours, theirs }: { base: string; ours: string; theirs: string },
    ): Promise<Brought> => {
      if (base === ours) return { root: theirs, contested: new Set(), proposed: undefined };
      const map = revisions.mapOf(organizationId, tx);
      const mine = new Map((await map.diff(base, ours)).filter(isThing).map((each) => [each.key, each]));
      const yours = (await map.diff(base, theirs)).filter(isThing);
      const contested = new Map<string, unknown>();
      const kept = new Map<string, unknown>();
      for (const { key, before, after } of yours) {
        const our = mine.get(key);
        if (!our || !(await isContested(tx, organizationId, before, our.after, after))) continue;
        contested.set(key, after);
        kept.set(key, before);
      }
      const bodies = mergedBodies({ markdown, revisions }, tx, organizationId, 'ours');
      const mergeBodies: MergeBodies = async (...sides) => {
        const merged = await bodies.merge(...sides);
        return merged.hasConflicts ? { body: sides[1], hasConflicts: true } : merged;
      };
      const { changes, conflicts } = await mergeSnapshots(
        map,
        { base, ours, theirs: await revisions.write(tx, organizationId, theirs, kept as never) },
        mergeBodies,
      );
      await bodies.store();
      const root = await revisions.write(tx, organizationId, ours, changes);
      for (const { kind, id } of conflicts) {
        const key = `${kind === 'page' ? 'p' : 'r'}/${id}`;
        const their = yours.find((each) => each.key === key);
        if (their && (kind === 'page' || kind === 'reusable-content')) contested.set(key, their.after);
      }
      const proposed = contested.size > 0 ? await propose(tx, organizationId, root, contested) : undefined;
      return {
        root,
        contested: new Set(contested.keys()),
        proposed: proposed === root ? undefined : proposed,
      };
    },
  };
};

/** Bringing new translations to copies. */
export type BringingService = ReturnType<typeof createBringingService>;
