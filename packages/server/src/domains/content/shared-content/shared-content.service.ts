import type { PageNode } from '@lectern/document';
import { LRUCache } from 'lru-cache';
import type { RevisionsService } from '../../revisions/index.ts';
import type { LinksService } from '../links/links.service.ts';
import type { ContentService, RevisionSnapshot } from '../pages/content.service.ts';
import { variablesIn } from './variable-usage.ts';

/** A page or a reusable content that uses a variable or a reusable content. */
export interface SharedContentUser {
  readonly kind: 'page' | 'reusable-content';
  readonly id: string;
  readonly title: string;
}

/** The users of variables by name, or of reusable contents by id. */
type Usage = ReadonlyMap<string, readonly SharedContentUser[]>;

interface Dependencies {
  readonly content: ContentService;
  readonly links: Pick<LinksService, 'ofSpace'>;
  readonly revisions: Pick<RevisionsService, 'markdownsOf'>;
}

interface Text {
  readonly user: SharedContentUser;
  readonly body: string | undefined;
  /** Expressions beside the body. */
  readonly condition?: string | undefined;
}

const BATCH = 200;
const CACHED_USERS = 200_000;

const flatten = (nodes: readonly PageNode[]): readonly PageNode[] =>
  nodes.flatMap((node) => [node, ...flatten(node.children)]);

/** Finds out which pages use the variables and reusable contents of a snapshot. */
export const createSharedContentService = ({ content, links, revisions }: Dependencies) => {
  const textsIn = async (from: RevisionSnapshot): Promise<readonly Text[]> => {
    const [tree, contents] = await Promise.all([content.tree(from), content.reusables(from)]);
    return [
      ...flatten(tree).map(({ id, page: { title, body, condition } }) => ({
        user: { kind: 'page' as const, id, title },
        body,
        condition,
      })),
      ...[...contents].map(([id, { title, body }]) => ({
        user: { kind: 'reusable-content' as const, id, title },
        body,
      })),
    ];
  };

  // Snapshots never change.
  const cache = new LRUCache<string, Usage>({
    maxSize: CACHED_USERS,
    sizeCalculation: (usage) => 1 + [...usage.values()].reduce((sum, users) => sum + users.length, 0),
  });

  return {
    /** The users of reusable contents. */
    usageOfContents: async (from: RevisionSnapshot): Promise<Usage> => {
      const usage = new Map<string, SharedContentUser[]>();
      for (const { ref, sources } of await links.ofSpace(from)) {
        if (ref.kind !== 'reusable-content' || ref.space !== undefined) continue;
        // A page may include it in several blocks.
        const users = new Map(
          sources.map((source) => [
            `${source.kind} ${source.id}`,
            {
              kind: source.kind,
              id: source.id,
              title: source.kind === 'page' ? source.page.page.title : source.content.title,
            },
          ]),
        );
        usage.set(ref.reusableContent, [...users.values()]);
      }
      return usage;
    },

    /** The users of variables. */
    usageOfVariables: async (from: RevisionSnapshot): Promise<Usage> => {
      const key = `${from.space.id}/${from.revision.root}`;
      const known = cache.get(key);
      if (known) return known;
      const usage = new Map<string, SharedContentUser[]>();
      const texts = await textsIn(from);
      for (let start = 0; start < texts.length; start += BATCH) {
        const batch = texts.slice(start, start + BATCH);
        const bodies = new Set(batch.flatMap(({ body }) => body ?? []));
        const found = await revisions.markdownsOf(from.space.organization_id, [...bodies]);
        for (const { user, body = '', condition = '' } of batch)
          for (const name of variablesIn(`${condition}\n${found.get(body) ?? ''}`))
            usage.set(name, [...(usage.get(name) ?? []), user]);
      }
      cache.set(key, usage);
      return usage;
    },
  };
};

/** Finds out which pages use the variables and reusable contents of a snapshot. */
export type SharedContentService = ReturnType<typeof createSharedContentService>;
