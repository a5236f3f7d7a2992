import type { Handlers } from '../../../kernel/contract/operation.ts';
import type { endpointsContract } from './endpoints.contract.ts';
import type { EndpointsService } from './endpoints.service.ts';

/** Maps operations to the service, and its results to responses. */
export const endpointsHandlers = (endpoints: EndpointsService): Handlers<typeof endpointsContract> => ({
  getFromIntegration: ({ params, request }) => endpoints.answer('get', params, request),
  postToIntegration: ({ params, request }) => endpoints.answer('post', params, request),
  putToIntegration: ({ params, request }) => endpoints.answer('put', params, request),
  patchInIntegration: ({ params, request }) => endpoints.answer('patch', params, request),
  deleteInIntegration: ({ params, request }) => endpoints.answer('delete', params, request),
});
