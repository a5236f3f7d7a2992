import Type, { type Static } from 'typebox';
import { Empty, Id, List, Nullable, OneOf, pagedQuery } from '../../../kernel/contract/common-schemas.ts';
import { operation } from '../../../kernel/contract/operation.ts';
import { onSite } from '../sites.contract.ts';

// One leading slash, no empty segments, and only unreserved or percent-encoded characters.
const Source = Type.String({
  maxLength: 512,
  pattern: '^/(?:[A-Za-z0-9\\-._~]|%[0-9A-Fa-f]{2})+(?:/(?:[A-Za-z0-9\\-._~]|%[0-9A-Fa-f]{2})+)*$',
});

const Destination = Type.Union([
  Type.Object({ kind: Type.Literal('site-section'), siteSectionId: Id }),
  Type.Object({ kind: Type.Literal('site-space'), siteSpaceId: Id }),
  Type.Object({ kind: Type.Literal('site-page'), siteSpaceId: Id, pageId: Id }),
]);

/** The destination of a redirect: a section, a site space, or a page of a site space. */
export type RedirectDestination = Static<typeof Destination>;

const SiteRedirect = Type.Object({
  object: Type.Literal('site-redirect'),
  id: Id,
  source: Source,
  destination: Destination,
});

const SITE = '/orgs/{organizationId}/sites/{siteId}';
const ALL = `${SITE}/redirects` as const;
const ONE = `${ALL}/{siteRedirectId}` as const;

/** Redirects of a site. */
export const redirectsContract = {
  listSiteRedirects: operation({
    method: 'GET',
    path: ALL,
    summary: 'List the redirects of a site, oldest first',
    permission: onSite('view'),
    query: pagedQuery({
      search: Type.Optional(
        Type.String({ maxLength: 512, description: 'Only those whose source contains this' }),
      ),
    }),
    responses: { 200: List(SiteRedirect) },
  }),
  createSiteRedirect: operation({
    method: 'POST',
    path: ALL,
    summary: 'Create a redirect',
    permission: onSite('admin'),
    body: Type.Object({ source: Source, destination: Destination }),
    responses: { 201: SiteRedirect },
  }),
  bulkUpsertSiteRedirects: operation({
    method: 'PUT',
    path: ALL,
    summary: 'Create, update or delete (destination null) redirects by source',
    permission: onSite('admin'),
    body: Type.Object({
      redirects: Type.Array(
        Type.Object({
          source: Source,
          intent: Type.Optional(OneOf(['live'])),
          destination: Nullable(Destination),
        }),
        { minItems: 1, maxItems: 500 },
      ),
    }),
    responses: {
      200: Type.Object({
        results: Type.Array(
          Type.Union([
            Type.Object({
              status: OneOf(['created', 'updated']),
              source: Source,
              draft: Type.Boolean(),
              id: Id,
            }),
            Type.Object({ status: Type.Literal('deleted'), source: Source, draft: Type.Boolean() }),
            Type.Object({
              status: Type.Literal('error'),
              source: Source,
              draft: Type.Boolean(),
              error: Type.String(),
            }),
          ]),
        ),
      }),
    },
  }),
  updateSiteRedirectById: operation({
    method: 'PATCH',
    path: ONE,
    summary: 'Update a redirect',
    permission: onSite('admin'),
    body: Type.Object({ source: Type.Optional(Source), destination: Type.Optional(Destination) }),
    responses: { 200: SiteRedirect },
  }),
  deleteSiteRedirectById: operation({
    method: 'DELETE',
    path: ONE,
    summary: 'Delete a redirect',
    permission: onSite('admin'),
    responses: { 204: Empty },
  }),
  getSiteRedirectBySource: operation({
    method: 'GET',
    path: `${SITE}/redirect`,
    summary: 'Get the redirect for a source, with its target URL',
    permission: onSite('view'),
    acceptsSiteTokens: true,
    query: Type.Object({ source: Source, shareKey: Type.Optional(Type.String({ maxLength: 256 })) }),
    responses: { 200: Type.Object({ redirect: SiteRedirect, target: Type.String() }) },
  }),
};
