import Type from 'typebox';
import { OneOf, Url } from '../../../kernel/contract/common-schemas.ts';
import { operation } from '../../../kernel/contract/operation.ts';

const PlainObject = Type.Record(Type.String(), Type.Unknown());

/** The content at a published URL, or a redirect. */
const PublishedContentLookup = Type.Union([
  Type.Object({ target: OneOf(['application', 'content']), redirect: Url }),
  Type.Object({ target: Type.Literal('external'), site: Type.String(), redirect: Url }),
  Type.Object({
    site: Type.String(),
    siteSection: Type.Optional(Type.String()),
    siteSpace: Type.String(),
    space: Type.String(),
    pathname: Type.String(),
    basePath: Type.String(),
    siteBasePath: Type.String(),
    apiToken: Type.String(),
    organization: Type.String(),
    shareKey: Type.Optional(Type.String()),
    complete: Type.Boolean(),
    contextId: Type.Optional(Type.String()),
    canonicalUrl: Type.String(),
  }),
]);

const PublishedUrl = Type.String({ format: 'uri', maxLength: 2048 });

/** Operations that resolve published URLs, for other renderers. */
export const publishedUrlsContract = {
  resolvePublishedContentByUrl: operation({
    method: 'POST',
    path: '/urls/published',
    summary: 'Resolve a published URL to its content, with a token to read it',
    permission: 'public',
    body: Type.Object({
      url: PublishedUrl,
      redirectOnError: Type.Optional(Type.Boolean()),
      visitor: Type.Optional(
        Type.Object({
          jwtToken: Type.Optional(Type.String({ maxLength: 8192 })),
          unsignedClaims: Type.Optional(PlainObject),
        }),
      ),
    }),
    responses: { 200: PublishedContentLookup },
  }),
  getPublishedContentByUrl: operation({
    method: 'GET',
    path: '/urls/published',
    summary: 'Resolve a published URL to its content, with a token to read it',
    permission: 'public',
    query: Type.Object({
      url: PublishedUrl,
      visitorAuthToken: Type.Optional(Type.String({ maxLength: 8192 })),
      redirectOnError: Type.Optional(Type.Boolean()),
    }),
    responses: { 200: PublishedContentLookup },
  }),
};
