import type { Handlers } from '../../../kernel/contract/operation.ts';
import { admissionResponse, NOT_FOUND } from '../responses/plain-responses.ts';
import type { SignInEndpointService } from '../visitor-access/sign-in-endpoint.service.ts';
import type { visitorSignInContract } from './visitor-sign-in.contract.ts';

/** Maps operations to the service, and its results to responses. */
export const visitorSignInHandlers = ({
  signIn,
  signOut,
}: SignInEndpointService): Handlers<typeof visitorSignInContract> => ({
  signInSiteVisitor: async ({ params, request }) => {
    const result = await signIn(params, request);
    return result ? admissionResponse(result) : NOT_FOUND;
  },
  signOutSiteVisitor: async ({ params, request }) => {
    const result = await signOut(params, request);
    return result ? admissionResponse(result) : NOT_FOUND;
  },
});
