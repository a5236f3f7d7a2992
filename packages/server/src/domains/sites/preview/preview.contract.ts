import Type from 'typebox';
import { Id, Url } from '../../../kernel/contract/common-schemas.ts';
import { operation } from '../../../kernel/contract/operation.ts';
import { onSite } from '../sites.contract.ts';

/** Sites before they are published. */
export const previewContract = {
  getSitePublishingPreviewById: operation({
    method: 'GET',
    path: '/orgs/{organizationId}/sites/{siteId}/publishing/preview',
    summary: 'An address at which a site can be looked at for an hour, published or not',
    permission: onSite('view'),
    query: Type.Object({
      siteSpace: Type.Optional({ ...Id, description: 'The site-space to begin at' }),
      claims: Type.Optional(
        Type.String({ maxLength: 2048, description: 'Who looks, as claims in Rison: `(plan:pro,beta:!t)`' }),
      ),
    }),
    responses: { 200: Type.Object({ url: Url }) },
  }),
};
