import type { Handlers } from '../../../kernel/contract/operation.ts';
import { notFound } from '../../../kernel/errors/errors.ts';
import { admissionResponse } from '../responses/plain-responses.ts';
import type { SignInEndpointService } from '../visitor-access/sign-in-endpoint.service.ts';
import type { visitorSignInContract } from './visitor-sign-in.contract.ts';

/** Maps operations to the service, and its results to responses. */
export const visitorSignInHandlers = ({
  signIn,
  signOut,
}: SignInEndpointService): Handlers<typeof visitorSignInContract> => ({
  signInSiteVisitor: async ({ params, request }) => {
    const result = await signIn(params, request);
    if (!result) throw notFound('site');
    return admissionResponse(result);
  },
  signOutSiteVisitor: async ({ params, request }) => {
    const result = await signOut(params, request);
    if (!result) throw notFound('site');
    return admissionResponse(result);
  },
});
