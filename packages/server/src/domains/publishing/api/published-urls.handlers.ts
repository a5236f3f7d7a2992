import type { Handlers } from '../../../kernel/contract/operation.ts';
import type { resolvingContract } from './published-urls.contract.ts';
import type { ResolvingService } from './published-urls.service.ts';

/** Operation to service to answer. */
export const resolvingHandlers = (resolving: ResolvingService): Handlers<typeof resolvingContract> => ({
  resolvePublishedContentByUrl: ({ body: { url, visitor = {}, redirectOnError } }) =>
    resolving.resolve(url, { token: visitor.jwtToken, unsigned: visitor.unsignedClaims, redirectOnError }),
  getPublishedContentByUrl: ({ query: { url, visitorAuthToken, redirectOnError } }) =>
    resolving.resolve(url, { token: visitorAuthToken, redirectOnError }),
});
