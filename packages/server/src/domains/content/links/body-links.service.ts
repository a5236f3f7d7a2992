import type { ContentRef } from '@lectern/document';
import { DOCUMENT_VERSION } from '@lectern/document';
import type { Database } from '../../../kernel/database/database.ts';
import type { Kernel } from '../../../kernel/kernel.ts';
import { inBatches } from '../../../kernel/markdown/batches.ts';
import type { RevisionsService } from '../../revisions/index.ts';
import { insertBodyLinks } from './links.store.ts';

type Dependencies = Pick<Kernel, 'markdown'> & { readonly revisions: RevisionsService };

/** What a body refers to, and the anchors in it. */
export type LinksOfBody = Awaited<ReturnType<Kernel['markdown']['links']>>[number] & {
  readonly body: string;
};

const MAX_SLUG_LENGTH = 100;

/** What a reference leads to, where it is asked from where that is referred to. */
export const targetKeyOf = (ref: ContentRef): string | undefined => {
  if (ref.kind === 'page' || ref.kind === 'anchor') return ref.page && `page:${ref.page}`;
  if (ref.kind === 'file') return `file:${ref.file}`;
  if (ref.kind === 'openapi')
    return ref.spec.length <= MAX_SLUG_LENGTH ? `openapi:${ref.spec.toLowerCase()}` : undefined;
  return ref.kind === 'reusable-content' ? `reusable-content:${ref.reusableContent}` : undefined;
};

const READ_AT_ONCE = 200;
type Text = readonly [body: string, markdown: string];

/** What bodies refer to, read out of their Markdown. */
export const createBodyLinksService = ({ markdown, revisions }: Dependencies) => {
  const readTogether = async (texts: readonly Text[]): Promise<LinksOfBody[]> => {
    const found = await markdown.links(texts.map(([, text]) => text));
    return found.map((links, i) => ({ body: texts[i]![0], ...links }));
  };

  return {
    /** Reads bodies, some at a time; those only that contain one of some texts, if any are given. */
    read: async function* (
      organizationId: string,
      bodies: readonly string[],
      { executor, containing = [''] }: { executor?: Database; containing?: readonly string[] } = {},
    ): AsyncGenerator<LinksOfBody[]> {
      for (let from = 0; from < bodies.length; from += READ_AT_ONCE) {
        const some = bodies.slice(from, from + READ_AT_ONCE);
        const texts = [...(await revisions.markdownsOf(organizationId, some, executor))];
        const wanted = inBatches(
          texts.filter(([, text]) => containing.some((part) => text.includes(part))),
          ([, text]) => text.length,
        );
        yield (await Promise.all(wanted.map(readTogether))).flat();
      }
    },

    /** Keeps what was found in bodies, so that they are not read again. */
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

/** What bodies refer to. */
export type BodyLinksService = ReturnType<typeof createBodyLinksService>;
