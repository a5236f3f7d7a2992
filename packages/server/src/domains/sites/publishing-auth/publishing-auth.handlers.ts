import type { Handlers } from '../../../kernel/contract/operation.ts';
import type { publishingAuthContract } from './publishing-auth.contract.ts';
import type { PublishingAuthService } from './publishing-auth.service.ts';
import type { PublishingAuthRow } from './publishing-auth.store.ts';

const toPublishingAuth = (row: PublishingAuthRow) => ({
  object: 'publishing-auth' as const,
  backend: row.visitor_backend,
  privateKey: row.visitor_key,
  ...(row.visitor_fallback_url !== null && { fallbackURL: row.visitor_fallback_url }),
});

/** Maps operations to service calls and responses. */
export const publishingAuthHandlers = (
  auth: PublishingAuthService,
): Handlers<typeof publishingAuthContract> => ({
  getSitePublishingAuthById: async ({ subject }) => toPublishingAuth(await auth.get(subject)),
  updateSitePublishingAuthById: async ({ caller, subject, body }) =>
    toPublishingAuth(await auth.update(caller, subject, body)),
  regenerateSitePublishingAuthById: async ({ caller, subject }) =>
    toPublishingAuth(await auth.regenerate(caller, subject)),
  createSiteVisitorLink: async ({ subject, body }) => auth.createVisitorLink(subject, body.claims ?? {}),
});
