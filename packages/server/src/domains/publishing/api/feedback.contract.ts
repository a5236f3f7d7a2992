import Type from 'typebox';
import { Id, List, OneOf, pagedQuery, Timestamp } from '../../../kernel/contract/common-schemas.ts';
import { operation } from '../../../kernel/contract/operation.ts';
import { onSite } from '../../sites/index.ts';
import { RATINGS } from '../responses/page-feedback.ts';

const SOURCES = ['page', 'mcp'] as const;

const SiteFeedback = Type.Object({
  object: Type.Literal('site-feedback'),
  id: Id,
  source: OneOf(SOURCES),
  createdAt: Timestamp,
  rating: Type.Optional(OneOf(RATINGS)),
  comment: Type.Optional(Type.String()),
  goal: Type.Optional(Type.String()),
  siteSpace: Type.Optional(Id),
  space: Type.Optional(Id),
  page: Type.Optional(Id),
  pageUrl: Type.Optional(Type.String()),
});

/** Operations on the feedback of readers. */
export const feedbackContract = {
  listSiteFeedback: operation({
    method: 'GET',
    path: '/orgs/{organizationId}/sites/{siteId}/feedback',
    summary: 'List the feedback of readers on a site, the newest first',
    permission: onSite('admin'),
    query: pagedQuery({
      rating: Type.Optional(OneOf(RATINGS)),
      source: Type.Optional(OneOf(SOURCES)),
    }),
    responses: { 200: List(SiteFeedback) },
  }),
};
