import Type from 'typebox';
import { Id, Url } from '../../../kernel/contract/common-schemas.ts';
import { operation } from '../../../kernel/contract/operation.ts';
import { onSite } from '../sites.contract.ts';

/** Previews of sites. */
export const previewUrlsContract = {
  getSitePublishingPreviewById: operation({
    method: 'GET',
    path: '/orgs/{organizationId}/sites/{siteId}/publishing/preview',
    summary: 'Get a URL for previewing a site, valid for one hour',
    permission: onSite('view'),
    query: Type.Object({
      siteSpace: Type.Optional({ ...Id, description: 'The site space to open' }),
      changeRequest: Type.Optional({
        ...Id,
        description: 'A change request of the space to open, whose content is shown (extension)',
      }),
      claims: Type.Optional(
        Type.String({ maxLength: 2048, description: 'Visitor claims in Rison: `(plan:pro,beta:!t)`' }),
      ),
    }),
    responses: { 200: Type.Object({ url: Url }) },
  }),
};
