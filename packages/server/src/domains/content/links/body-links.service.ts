import type { ContentRef } from '@lectern/document';
import { DOCUMENT_VERSION } from '@lectern/document';
import type { Database } from '../../../kernel/database/database.ts';
import type { Kernel } from '../../../kernel/kernel.ts';
import { inBatches } from '../../../kernel/markdown/batches.ts';
import type { RevisionsService } from '../../revisions/index.ts';
import { insertBodyLinks } from './links.store.ts';

type Dependencies = Pick<Kernel, 'markdown'> & { readonly revisions: RevisionsService };

/** The links and anchors of a body. */
export type LinksOfBody = Awaited<ReturnType<Kernel['markdown']['links']>>[number] & {
  readonly body: string;
};

const MAX_SLUG_LENGTH = 100;

/** The key of a reference's target, by which backlinks are found; undefined for targets without backlinks. */
export const targetKeyOf = (ref: ContentRef): string | undefined => {
  if (ref.kind === 'page' || ref.kind === 'anchor') return ref.page && `page:${ref.page}`;
  if (ref.kind === 'file') return `file:${ref.file}`;
  if (ref.kind === 'openapi')
    return ref.spec.length <= MAX_SLUG_LENGTH ? `openapi:${ref.spec.toLowerCase()}` : undefined;
  return ref.kind === 'reusable-content' ? `reusable-content:${ref.reusableContent}` : undefined;
};

const BATCH_SIZE = 200;
type Text = readonly [body: string, markdown: string];

/** Extracts the links of bodies from their Markdown, and stores them. */
export const createBodyLinksService = ({ markdown, revisions }: Dependencies) => {
  const readBatch = async (texts: readonly Text[]): Promise<LinksOfBody[]> => {
    const found = await markdown.links(texts.map(([, text]) => text));
    return found.map((links, i) => ({ body: texts[i]![0], ...links }));
  };

  return {
    /** Extracts links batch by batch; optionally only from bodies that contain one of some texts. */
    read: async function* (
      organizationId: string,
      bodies: readonly string[],
      { executor, containing = [''] }: { executor?: Database; containing?: readonly string[] } = {},
    ): AsyncGenerator<LinksOfBody[]> {
      for (let from = 0; from < bodies.length; from += BATCH_SIZE) {
        const batch = bodies.slice(from, from + BATCH_SIZE);
        const texts = [...(await revisions.markdownsOf(organizationId, batch, executor))];
        const batches = inBatches(
          texts.filter(([, text]) => containing.some((part) => text.includes(part))),
          ([, text]) => text.length,
        );
        yield (await Promise.all(batches.map(readBatch))).flat();
      }
    },

    /** Stores the links of bodies, so that they are not parsed again. */
    store: (db: Database, organizationId: string, found: readonly LinksOfBody[]): Promise<void> =>
      insertBodyLinks(
        db,
        organizationId,
        DOCUMENT_VERSION,
        found.map(({ body, links, anchors }) => ({
          body,
          links: JSON.stringify(links),
          targets: [...new Set(links.flatMap(({ ref }) => targetKeyOf(ref) ?? []))],
          anchors,
        })),
      ),
  };
};

/** Extracts and stores the links of bodies. */
export type BodyLinksService = ReturnType<typeof createBodyLinksService>;
