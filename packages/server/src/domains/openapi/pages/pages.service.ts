import { createHash } from 'node:crypto';
import {
  asWanted,
  EMPTY_ROOT,
  hashText,
  type PageRecord,
  readTree,
  replacePages,
  type WantedPage,
  withComputed,
} from '@lectern/document';
import type { DatabaseTransaction } from '../../../kernel/database/database.ts';
import type { RecordedEvent } from '../../../kernel/events/events.ts';
import type { Kernel } from '../../../kernel/kernel.ts';
import type { OutlinedPage, OutlineWish } from '../../../kernel/specifications/specifications.ts';
import { type ReferencesService, specOf } from '../../content/index.ts';
import type { RevisionsService } from '../../revisions/index.ts';
import { publishedPath } from '../openapi.handlers.ts';
import { findSpec } from '../openapi.store.ts';
import { findContent } from '../versions/versions.store.ts';

/** The job that makes the pages of a space that are computed from specifications. */
export const COMPUTE_PAGES = 'openapi.compute-pages';

interface SpaceKey {
  readonly organization_id: string;
  readonly id: string;
}

interface Dependencies
  extends Pick<Kernel, 'db' | 'transaction' | 'clock' | 'newId' | 'jobs' | 'specifications' | 'links'> {
  readonly revisions: RevisionsService;
  readonly references: Pick<ReferencesService, 'showingSpec'>;
}

const KIND = 'builtin:openapi';

const isComputed = (value: unknown): boolean => {
  const { type, computedFrom } = (value ?? {}) as Partial<PageRecord>;
  return type === 'computed' || computedFrom !== undefined;
};

// The same page of a specification has the same id in every version: links to it and comments on it stay.
const idOf = (computed: string, key: string): string =>
  createHash('sha256').update(`${computed}\n${key}`).digest('hex').slice(0, 22);

/** Pages that are computed from specifications: made as pages like others, so that all that reads pages reads them. */
export const createComputedPagesService = (deps: Dependencies) => {
  const { db, transaction, clock, newId, jobs, specifications, links, revisions, references } = deps;

  const wishOf = async (organizationId: string, { computed, ...page }: Partial<PageRecord>) => {
    const ref = specOf({ computed, ...page });
    if (computed?.type !== KIND || ref?.kind !== 'openapi') return undefined;
    const spec = await findSpec(db, organizationId, ref.spec.toLowerCase());
    if (!spec?.version_id) return undefined;
    const { models, grouping, downloadLink } = (computed.props ?? {}) as Record<string, unknown>;
    const isOpen = downloadLink === true && spec.visibility === 'public';
    const wish: OutlineWish = {
      spec: spec.slug,
      models: models === true,
      grouping: grouping === 'by-operation' ? 'by-operation' : 'by-tag',
      ...(isOpen && { download: links.bytes(publishedPath(spec)) }),
    };
    return { spec, version: spec.version_id, wish };
  };

  /** The pages that a computed page stands for now; none where its specification has no version. */
  const outlineOf = async (
    organizationId: string,
    page: Partial<PageRecord>,
  ): Promise<readonly OutlinedPage[]> => {
    const wanted = await wishOf(organizationId, page);
    const content = wanted && (await findContent(db, wanted.spec, wanted.version));
    return content === undefined ? [] : ((await specifications.outline(content, wanted!.wish)) ?? []);
  };

  return {
    /** Follows a space to its next snapshot: where computed pages came, went or changed, theirs are made. */
    follow: async (tx: DatabaseTransaction, space: SpaceKey, from: string, to: string): Promise<void> => {
      const map = revisions.mapOf(space.organization_id, tx);
      const isLarge = from === EMPTY_ROOT && (await map.height(to)) > 1;
      const isTouched =
        isLarge ||
        (await map.diff(from, to)).some(({ before, after }) => isComputed(before) || isComputed(after));
      const { organization_id, id } = space;
      if (isTouched) await jobs.enqueue(tx, COMPUTE_PAGES, { organization_id, id });
    },

    /** A specification has a new version, or is gone: the spaces that show it are looked at. */
    specChanged: async ({ organizationId, target }: RecordedEvent): Promise<void> => {
      const spaces = await references.showingSpec(organizationId!, target.label!);
      await transaction((tx) =>
        jobs.enqueueAll(
          tx,
          COMPUTE_PAGES,
          spaces.map((id) => ({ organization_id: organizationId!, id })),
        ),
      );
    },

    /** Makes the pages of a space that are computed; only what is different is written. */
    compute: async (space: SpaceKey): Promise<void> => {
      const { organization_id: organizationId } = space;
      const [root] = (await revisions.headRoots(organizationId, [space.id])).values();
      if (root === undefined) return;
      const outlines = new Map<string, readonly OutlinedPage[]>();
      const sources: WantedPage[] = [];
      // Made before anything is locked: it takes a while.
      withComputed(asWanted(await readTree(revisions.view(organizationId, root))), (page) => {
        sources.push(page);
        return [];
      });
      for (const { id, said } of sources) outlines.set(id, await outlineOf(organizationId, said));
      await transaction(async (tx) => {
        const head = await revisions.lockHead(tx, space);
        if (!head) return;
        // What came in the meantime is followed by a job of its own.
        if (head.root !== root) return jobs.enqueue(tx, COMPUTE_PAGES, space);
        const tree = await readTree(revisions.view(organizationId, root, tx));
        const bodies: string[] = [];
        const wantedOf = (source: string, page: OutlinedPage, isTop: boolean): WantedPage => {
          const { key, title, slug, description, icon, markdown, children } = page;
          if (markdown !== '') bodies.push(markdown);
          return {
            id: idOf(source, key),
            slug,
            said: {
              type: page.kind === 'group' && isTop ? 'group' : 'document',
              title,
              ...(description && { description }),
              ...(icon && { icon }),
              ...(markdown !== '' && { body: hashText(markdown) }),
              computedFrom: source,
            },
            children: children.map((child) => wantedOf(source, child, false)),
          };
        };
        const wanted = withComputed(asWanted(tree), ({ id }, isTop) =>
          (outlines.get(id) ?? []).map((page) => wantedOf(id, page, isTop)),
        );
        const replacement = replacePages(tree, wanted, { newId, now: () => clock.now().toISOString() });
        if (replacement.removed.size === 0 && replacement.placed.size === 0) return;
        const next = await revisions.edit(tx, organizationId, root, async (draft) => {
          for (const body of bodies) draft.putBody(body);
          draft.replacePages(replacement);
        });
        const revision = await revisions.add(tx, {
          organizationId,
          spaceId: space.id,
          root: await revisions.succeed(tx, organizationId, root, next),
          type: 'computed',
          parents: [head.id],
          createdBy: head.created_by!,
        });
        await revisions.moveHead(tx, space, revision);
      });
    },
  };
};

/** Pages that are computed from specifications. */
export type ComputedPagesService = ReturnType<typeof createComputedPagesService>;
