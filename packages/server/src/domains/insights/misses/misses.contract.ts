import Type from 'typebox';
import { Empty, List, OneOf, pagedQuery, Timestamp } from '../../../kernel/contract/common-schemas.ts';
import { operation } from '../../../kernel/contract/operation.ts';
import { onSite } from '../../sites/index.ts';

const Kind = OneOf(['path', 'search']);

/** Something that readers looked for and did not find. */
const SiteMiss = Type.Object({
  object: Type.Literal('site-miss'),
  kind: Kind,
  text: Type.String({ description: 'The path, which begins with a slash, or the words of the search' }),
  count: Type.Integer(),
  lastAt: Timestamp,
});

/** Operations on what readers of a site looked for and did not find. */
export const missesContract = {
  listSiteMisses: operation({
    method: 'GET',
    path: '/orgs/{organizationId}/sites/{siteId}/insights/misses',
    summary: 'List paths without a page, or searches without a result, most frequent first',
    permission: onSite('edit'),
    query: pagedQuery({ kind: Type.Optional(OneOf(['path', 'search'], { default: 'path' })) }),
    responses: { 200: List(SiteMiss) },
  }),
  dismissSiteMiss: operation({
    method: 'POST',
    path: '/orgs/{organizationId}/sites/{siteId}/insights/misses/dismiss',
    summary: 'Remove a path or search from the list, until a reader looks for it again',
    permission: onSite('edit'),
    body: Type.Object({ kind: Kind, text: Type.String({ minLength: 1, maxLength: 512 }) }),
    responses: { 204: Empty },
  }),
};
