import type { Handlers } from '../../kernel/contract/operation.ts';
import { notFound } from '../../kernel/errors/errors.ts';
import type { SiteHosts } from '../../kernel/site-hosts.ts';
import type { publishingContract } from './publishing.contract.ts';
import type { PostsService } from './responses/form-posts.service.ts';
import type { AnswersService } from './responses/site-requests.service.ts';

/** Operation to service to answer. */
export const publishingHandlers = (
  answers: AnswersService,
  posts: PostsService,
  hosts: Pick<SiteHosts, 'find'>,
): Handlers<typeof publishingContract> => ({
  getPublishedPage: async ({ request: { host, url, headers } }) => {
    const site = hosts.find(host, url);
    // Asked for by its own name, which is none.
    if (!site) throw notFound('page');
    return answers.answer(site, url, headers);
  },
  postToPublishedSite: async ({ request }) => {
    const site = hosts.find(request.host, request.url);
    if (!site) throw notFound('page');
    return posts.answer(site, request);
  },
});
