import Type from 'typebox';
import { Id } from '../../../kernel/contract/common-schemas.ts';
import { operation } from '../../../kernel/contract/operation.ts';

/** The names that sites are found below. */
export const subdomainsContract = {
  getSubdomain: operation({
    method: 'GET',
    path: '/subdomains/{subdomain}',
    summary: 'Which of your organizations has a name below the domain of all sites',
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
