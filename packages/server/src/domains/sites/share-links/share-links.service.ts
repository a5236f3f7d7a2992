import { randomBytes } from 'node:crypto';
import type { Caller } from '../../../kernel/auth/principal.ts';
import type { Page, PageRequest } from '../../../kernel/contract/paging.ts';
import { updateChanged } from '../../../kernel/database/update-changed.ts';
import { notFound } from '../../../kernel/errors/errors.ts';
import { changedFields } from '../../../kernel/events/field-changes.ts';
import type { Kernel } from '../../../kernel/kernel.ts';
import { createSiteTransaction } from '../site-transaction.ts';
import type { SiteSubject } from '../sites.store.ts';
import {
  deleteShareLink,
  findActiveShareLink,
  findShareLink,
  insertShareLink,
  listShareLinks,
  type ShareLinkRow,
} from './share-links.store.ts';

type Dependencies = Pick<Kernel, 'db' | 'transaction' | 'clock' | 'newId' | 'events'>;

// Paths of sites are case-insensitive, so a key has only lower-case letters and digits.
const newKey = () => randomBytes(20).toString('hex');

/** Service for share links of sites. */
export const createShareLinksService = ({ db, clock, newId, ...kernel }: Dependencies) => {
  const change = createSiteTransaction(kernel);
  return {
    list: (site: SiteSubject, page: PageRequest): Promise<Page<ShareLinkRow>> =>
      listShareLinks(db, site, page),

    /** Finds the active share link with a key. */
    findByKey: (site: SiteSubject, key: string): Promise<ShareLinkRow | undefined> =>
      findActiveShareLink(db, site, key),

    create: (caller: Caller, site: SiteSubject, name: string): Promise<ShareLinkRow> =>
      change(caller, site, async (tx, record) => {
        const link = { id: newId(), name, active: true, key: newKey(), created_at: clock.now() };
        await insertShareLink(tx, site, { ...link, created_by: caller.principal.userId });
        await record('site.share-link-created', { shareLink: link.id, name });
        return link;
      }),

    update: (
      caller: Caller,
      site: SiteSubject,
      id: string,
      input: { name?: string; active?: boolean },
    ): Promise<ShareLinkRow> =>
      change(caller, site, async (tx, record) => {
        const link = await findShareLink(tx, site, id);
        if (!link) throw notFound('share link');
        const key = { organization_id: site.organization_id, id };
        const changes = await updateChanged<Pick<ShareLinkRow, 'name' | 'active'>>(
          tx,
          'site_share_links',
          key,
          {
            name: input.name,
            active: input.active,
          },
        );
        const fields = changedFields(changes, { name: 'name', active: 'active' });
        if (fields) await record('site.share-link-updated', { shareLink: id, ...fields });
        return (await findShareLink(tx, site, id))!;
      }),

    remove: (caller: Caller, site: SiteSubject, id: string): Promise<void> =>
      change(caller, site, async (tx, record) => {
        const link = await findShareLink(tx, site, id);
        if (!link) return;
        await deleteShareLink(tx, site, id);
        await record('site.share-link-deleted', { shareLink: id, name: link.name });
      }),
  };
};

/** Service for share links of sites. */
export type ShareLinksService = ReturnType<typeof createShareLinksService>;
