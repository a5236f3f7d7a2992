import Type from 'typebox';
import { Empty } from '../../../kernel/contract/common-schemas.ts';
import { operation } from '../../../kernel/contract/operation.ts';

/** Sign-in pages of organizations. */
export const loginPagesContract = {
  getOrganizationLoginPage: operation({
    method: 'GET',
    path: '/login/organizations/{organizationId}',
    kind: 'page',
    summary: 'Show the sign-in page of an organization, by id or hostname',
    permission: 'public',
    responses: { 200: Type.String() },
  }),
  findOrganizationLoginPage: operation({
    method: 'GET',
    path: '/login/organizations',
    kind: 'page',
    summary: 'Find the sign-in page of an organization (form); redirects to it',
    permission: 'public',
    responses: { 303: Empty },
  }),
};
