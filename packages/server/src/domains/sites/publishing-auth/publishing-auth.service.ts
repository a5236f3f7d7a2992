import { randomBytes } from 'node:crypto';
import { SignJWT } from 'jose';
import type { Caller } from '../../../kernel/auth/principal.ts';
import { updateChanged } from '../../../kernel/database/update-changed.ts';
import { invalid, notFound } from '../../../kernel/errors/errors.ts';
import { changedFields } from '../../../kernel/events/field-changes.ts';
import type { Kernel } from '../../../kernel/kernel.ts';
import { publishedUrl } from '../../../kernel/published-url.ts';
import { createSiteTransaction } from '../site-transaction.ts';
import type { SiteSubject } from '../sites.store.ts';
import { findPublishingAuth, type PublishingAuthRow } from './publishing-auth.store.ts';

type Dependencies = Pick<Kernel, 'db' | 'transaction' | 'events' | 'clock' | 'links'>;

const KEY_BYTES = 32;
const VISITOR_LINK_SECONDS = 60 * 60;
// The maximum length of a URL of a site.
const MAX_URL_LENGTH = 2048;
const FIELDS = { visitor_backend: 'backend', visitor_fallback_url: 'fallbackURL' };

// Visitors are redirected there with the parameter `location`: a second one would take precedence.
const rejectLocationParameter = (url: string) => {
  if (new URL(url).searchParams.has('location'))
    throw invalid({ path: 'body.fallbackURL', message: 'must not contain a "location" query parameter' });
};

/** Service for the visitor authentication settings of sites. */
export const createPublishingAuthService = ({ db, clock, links, ...kernel }: Dependencies) => {
  const change = createSiteTransaction(kernel);
  const get = async (site: SiteSubject, executor = db): Promise<PublishingAuthRow> => {
    const row = await findPublishingAuth(executor, site);
    if (!row) throw notFound('site');
    return row;
  };

  return {
    /** Creates a URL with a visitor token, as a sign-in of the site's owner does. */
    createVisitorLink: async (
      site: SiteSubject,
      claims: Readonly<Record<string, unknown>>,
    ): Promise<{ url: string; expiresAt: string }> => {
      const { visitor_key } = await get(site);
      const now = Math.floor(clock.now().getTime() / 1000);
      const expiresAt = now + VISITOR_LINK_SECONDS;
      const token = await new SignJWT({ ...claims })
        .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
        .setIssuedAt(now)
        .setExpirationTime(expiresAt)
        .sign(new TextEncoder().encode(visitor_key));
      const url = `${publishedUrl(links, site)}?jwt_token=${token}`;
      if (url.length > MAX_URL_LENGTH)
        throw invalid({ path: 'body.claims', message: 'is too long for a URL' });
      return { url, expiresAt: new Date(expiresAt * 1000).toISOString() };
    },

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
