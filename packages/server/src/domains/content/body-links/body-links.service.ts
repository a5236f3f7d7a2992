import { setImmediate } from 'node:timers/promises';
import type { Database } from '../../../kernel/database/database.ts';
import type { Kernel } from '../../../kernel/kernel.ts';
import type { RevisionsService } from '../../revisions/index.ts';

type Dependencies = Pick<Kernel, 'markdown'> & { readonly revisions: RevisionsService };

/** What a body refers to, and the anchors in it. */
export type LinksOfBody = Awaited<ReturnType<Kernel['markdown']['links']>> & { readonly body: string };

const READ_AT_ONCE = 50;

/** What bodies refer to, read out of their Markdown. */
export const createBodyLinks = ({ markdown, revisions }: Dependencies) => ({
  /** Reads bodies, some at a time; those only that contain a text, if one is given. */
  read: async function* (
    organizationId: string,
    bodies: readonly string[],
    { executor, containing = '' }: { executor?: Database; containing?: string } = {},
  ): AsyncGenerator<LinksOfBody[]> {
    for (let from = 0; from < bodies.length; from += READ_AT_ONCE) {
      const some = bodies.slice(from, from + READ_AT_ONCE);
      const found: LinksOfBody[] = [];
      for (const [body, text] of await revisions.markdownsOf(organizationId, some, executor)) {
        if (!text.includes(containing)) continue;
        found.push({ body, ...(await markdown.links(text)) });
        // Short ones are read at once, and there may be thousands of them: others get their turn in between.
        await setImmediate();
      }
      yield found;
    }
  },
});

/** What bodies refer to. */
export type BodyLinks = ReturnType<typeof createBodyLinks>;
