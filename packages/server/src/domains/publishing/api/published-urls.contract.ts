import Type from 'typebox';
import { OneOf, Url } from '../../../kernel/contract/common-schemas.ts';
import { operation } from '../../../kernel/contract/operation.ts';

const PlainObject = Type.Record(Type.String(), Type.Unknown());

/** Where an address of a site leads: to content, or elsewhere. */
const PublishedContentLookup = Type.Union([
  Type.Object({ target: OneOf(['application', 'content', 'external']), redirect: Url }),
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

const Address = Type.String({ format: 'uri', maxLength: 2048 });

/** What published addresses stand for. */
export const resolvingContract = {
  resolvePublishedContentByUrl: operation({
    method: 'POST',
    path: '/urls/published',
    summary: 'What an address of a published site stands for, and a token to read it with',
    permission: 'public',
    body: Type.Object({
      url: Address,
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
    summary: 'What an address of a published site stands for, and a token to read it with',
    permission: 'public',
    query: Type.Object({
      url: Address,
      visitorAuthToken: Type.Optional(Type.String({ maxLength: 8192 })),
      redirectOnError: Type.Optional(Type.Boolean()),
    }),
    responses: { 200: PublishedContentLookup },
  }),
};
