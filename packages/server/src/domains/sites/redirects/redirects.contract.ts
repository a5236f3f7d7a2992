import Type, { type Static } from 'typebox';
import {
  Empty,
  Id,
  List,
  Nullable,
  OneOf,
  pagedQuery,
  Timestamp,
  Url,
} from '../../../kernel/contract/common-schemas.ts';
import { operation } from '../../../kernel/contract/operation.ts';
import { onSite } from '../sites.contract.ts';

// One leading slash, no empty segments, and only unreserved or percent-encoded characters and "+"; at the end a wildcard.
const Source = Type.String({
  maxLength: 512,
  pattern:
    '^/(?:[A-Za-z0-9\\-._~+]|%[0-9A-Fa-f]{2})+(?:/(?:[A-Za-z0-9\\-._~+]|%[0-9A-Fa-f]{2})+)*(?:/\\*|\\*)?$',
  description:
    'A path; with `*` at its end all paths that begin with it, and with `/*` also the path before it',
});
const WebUrl = Type.String({ ...Url, pattern: '^[Hh][Tt][Tt][Pp][Ss]?://[^/?#\\s]' });

const Destination = Type.Union([
  Type.Object({ kind: Type.Literal('site-section'), siteSectionId: Id }),
  Type.Object({ kind: Type.Literal('site-space'), siteSpaceId: Id }),
  Type.Object({ kind: Type.Literal('site-page'), siteSpaceId: Id, pageId: Id }),
  Type.Object({ kind: Type.Literal('external'), url: WebUrl }),
]);

/** The destination of a redirect: a section, a site space, a page of a site space, or another URL. */
export type RedirectDestination = Static<typeof Destination>;

const options = {
  captureWildcard: Type.Optional(
    Type.Boolean({
      description: 'Whether the part of the path that `*` stands for is appended to the target',
    }),
  ),
  permanent: Type.Optional(
    Type.Boolean({ description: 'Whether the redirect has the status 308 instead of 307' }),
  ),
};

/** The options of a redirect. */
export type RedirectOptions = Static<ReturnType<typeof Type.Object<typeof options>>>;

const SiteRedirect = Type.Object({
  object: Type.Literal('site-redirect'),
  id: Id,
  source: Source,
  draft: Type.Literal(false),
  ...Type.Required(Type.Object(options)).properties,
  destination: Destination,
  createdAt: Timestamp,
  updatedAt: Type.Optional(Timestamp),
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
    body: Type.Object({ source: Source, ...options, destination: Destination }),
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
          ...options,
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
    body: Type.Object({
      source: Type.Optional(Source),
      ...options,
      destination: Type.Optional(Destination),
    }),
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
