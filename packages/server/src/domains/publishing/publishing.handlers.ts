import type { Handlers } from '../../kernel/contract/operation.ts';
import { notFound } from '../../kernel/errors/errors.ts';
import type { SiteHosts } from '../../kernel/site-hosts.ts';
import type { publishingContract } from './publishing.contract.ts';
import type { FormPostsService } from './responses/form-posts.service.ts';
import type { SiteRequestsService } from './responses/site-requests.service.ts';

/** Handlers of requests to published sites. */
export const publishingHandlers = (
  siteRequests: SiteRequestsService,
  formPosts: FormPostsService,
  hosts: Pick<SiteHosts, 'find'>,
): Handlers<typeof publishingContract> => ({
  getPublishedPage: async ({ request }) => {
    const site = hosts.find(request.host, request.url);
    // The internal path was requested directly, at a host of the API.
    if (!site) throw notFound('page');
    return siteRequests.get(site, request);
  },
  postToPublishedSite: async ({ request }) => {
    const site = hosts.find(request.host, request.url);
    if (!site) throw notFound('page');
    return formPosts.post(site, request);
  },
});
