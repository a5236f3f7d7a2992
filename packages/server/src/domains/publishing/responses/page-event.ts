import Type, { type Static } from 'typebox';
import { OneOf } from '../../../kernel/contract/common-schemas.ts';
import { invalid } from '../../../kernel/errors/errors.ts';
import { LINK_POSITIONS, type SiteVisit } from '../../insights/index.ts';

/** What the script of a page reports; fields that are not filled in are left out. */
export const PageEvent = Type.Object({
  type: Type.Optional(
    OneOf(['page_view', 'search_open', 'search_type_query', 'search_open_result', 'link_click']),
  ),
  referrer: Type.Optional(Type.String({ maxLength: 4096 })),
  /** The parameters of the address that name a campaign. */
  campaign: Type.Optional(Type.String({ maxLength: 2048, pattern: '^\\?' })),
  query: Type.Optional(Type.String({ maxLength: 512 })),
  /** The number of results of a search. */
  results: Type.Optional(Type.String({ pattern: '^\\d{1,6}$' })),
  /** The address of a link that was followed, and its place. */
  target: Type.Optional(Type.String({ maxLength: 2048, pattern: '^https?://' })),
  position: Type.Optional(OneOf(LINK_POSITIONS)),
});

/** The event to record, of what a page reports; a click needs its link. */
export const toVisit = ({
  type = 'page_view',
  referrer,
  query,
  target,
  position = 'content',
}: Static<typeof PageEvent>): Pick<SiteVisit, 'type' | 'referrer' | 'query' | 'link'> => {
  if (type !== 'link_click') return { type, referrer, query };
  if (target === undefined) throw invalid({ path: 'body.target', message: 'is required' });
  return { type, link: { target: { kind: 'url', url: target }, position } };
};
