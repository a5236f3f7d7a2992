import { randomBytes } from 'node:crypto';
import type { Caller } from '../../../kernel/auth/principal.ts';
import { updateChanged } from '../../../kernel/database/update-changed.ts';
import { invalid, notFound } from '../../../kernel/errors/errors.ts';
import { changedFields } from '../../../kernel/events/field-changes.ts';
import type { Kernel } from '../../../kernel/kernel.ts';
import { createSiteTransaction } from '../site-transaction.ts';
import type { SiteSubject } from '../sites.store.ts';
import { findPublishingAuth, type PublishingAuthRow } from './publishing-auth.store.ts';

type Dependencies = Pick<Kernel, 'db' | 'transaction' | 'events'>;

const KEY_BYTES = 32;
const FIELDS = { visitor_backend: 'backend', visitor_fallback_url: 'fallbackURL' };

// Visitors are redirected there with the parameter `location`: a second one would take precedence.
const rejectLocationParameter = (url: string) => {
  if (new URL(url).searchParams.has('location'))
    throw invalid({ path: 'body.fallbackURL', message: 'must not contain a "location" query parameter' });
};

/** Service for the visitor authentication settings of sites. */
export const createPublishingAuthService = ({ db, ...kernel }: Dependencies) => {
  const change = createSiteTransaction(kernel);
  const get = async (site: SiteSubject, executor = db): Promise<PublishingAuthRow> => {
    const row = await findPublishingAuth(executor, site);
    if (!row) throw notFound('site');
    return row;
  };

  return {
    get: (site: SiteSubject): Promise<PublishingAuthRow> => get(site),

    update: async (
      caller: Caller,
      site: SiteSubject,
      input: { backend?: PublishingAuthRow['visitor_backend']; fallbackURL?: string | null },
    ): Promise<PublishingAuthRow> => {
      if (input.fallbackURL) rejectLocationParameter(input.fallbackURL);
      return change(caller, site, async (tx, record) => {
        const changes = await updateChanged<Omit<PublishingAuthRow, 'visitor_key'>>(tx, 'sites', site, {
          visitor_backend: input.backend,
          visitor_fallback_url: input.fallbackURL,
        });
        const fields = changedFields(changes, FIELDS);
        if (fields) await record('site.publishing-auth-changed', fields);
        return get(site, tx);
      });
    },

    regenerate: (caller: Caller, site: SiteSubject): Promise<PublishingAuthRow> =>
      change(caller, site, async (tx, record) => {
        const visitor_key = randomBytes(KEY_BYTES).toString('hex');
        await updateChanged<Pick<PublishingAuthRow, 'visitor_key'>>(tx, 'sites', site, { visitor_key });
        // The event does not contain the key.
        await record('site.publishing-auth-regenerated');
        return get(site, tx);
      }),
  };
};

/** Service for the visitor authentication settings of sites. */
export type PublishingAuthService = ReturnType<typeof createPublishingAuthService>;
