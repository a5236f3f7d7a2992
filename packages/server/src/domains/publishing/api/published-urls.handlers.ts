import type { Handlers } from '../../../kernel/contract/operation.ts';
import type { publishedUrlsContract } from './published-urls.contract.ts';
import type { PublishedUrlsService } from './published-urls.service.ts';

/** Handlers of published URL operations. */
export const publishedUrlsHandlers = (
  publishedUrls: PublishedUrlsService,
): Handlers<typeof publishedUrlsContract> => ({
  resolvePublishedContentByUrl: ({ body: { url, visitor = {}, redirectOnError } }) =>
    publishedUrls.resolve(url, {
      token: visitor.jwtToken,
      unsigned: visitor.unsignedClaims,
      redirectOnError,
    }),
  getPublishedContentByUrl: ({ query: { url, visitorAuthToken, redirectOnError } }) =>
    publishedUrls.resolve(url, { token: visitorAuthToken, redirectOnError }),
});
