import Type from 'typebox';
import { Id } from '../../../kernel/contract/common-schemas.ts';
import { operation } from '../../../kernel/contract/operation.ts';

/** Subdomains of organizations. */
export const subdomainsContract = {
  getSubdomain: operation({
    method: 'GET',
    path: '/subdomains/{subdomain}',
    summary: 'Get the organization that uses a subdomain of the sites domain',
    permission: 'authenticated',
    scope: 'site',
    responses: {
      200: Type.Object({
        object: Type.Literal('subdomain'),
        subdomain: Type.String(),
        target: Type.Object({ type: Type.Literal('organization'), organization: Id }),
        isActive: Type.Boolean(),
      }),
    },
  }),
};
