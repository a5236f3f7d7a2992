import Type from 'typebox';
import { operation } from '../../../kernel/contract/operation.ts';
import { VISITOR_ENDPOINT } from '../visitor-access/visitor-endpoint.ts';

/** Operations where integrations sign visitors in and out, at the host that their endpoints are at. */
export const visitorSignInContract = {
  signInSiteVisitor: operation({
    method: 'GET',
    path: `${VISITOR_ENDPOINT}/sign-in`,
    kind: 'page',
    summary: 'Send a visitor of a site to sign in at an integration, with the cookies of that integration',
    permission: 'public',
    responses: { 200: Type.String() },
  }),
  signOutSiteVisitor: operation({
    method: 'GET',
    path: `${VISITOR_ENDPOINT}/sign-out`,
    kind: 'page',
    summary: 'Sign a visitor of a site out at an integration, and delete the cookies of that integration',
    permission: 'public',
    responses: { 200: Type.String() },
  }),
};
