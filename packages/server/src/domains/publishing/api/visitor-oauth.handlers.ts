import type { Handlers } from '../../../kernel/contract/operation.ts';
import { notFound } from '../../../kernel/errors/errors.ts';
import { answeringProgram, jsonResponse } from '../../oauth/index.ts';
import type { OAuthMetadata, VisitorOAuthService } from '../responses/visitor-oauth.service.ts';
import type { visitorOAuthContract } from './visitor-oauth.contract.ts';

const json = (document: OAuthMetadata | undefined) => {
  if (!document) throw notFound('site');
  return { contentType: 'application/json; charset=utf-8', content: JSON.stringify(document) };
};

const keyOf = ({ organizationId, siteId }: { organizationId: string; siteId: string }) => ({
  organization: organizationId,
  id: siteId,
});

/** Maps operations to service calls and responses. */
export const visitorOAuthHandlers = (
  visitorOAuth: VisitorOAuthService,
): Handlers<typeof visitorOAuthContract> => ({
  getSiteOAuthResource: async ({ params }) => json(await visitorOAuth.resource(keyOf(params))),
  getSiteOAuthMetadata: async ({ params }) => json(await visitorOAuth.server(keyOf(params))),
  exchangeVisitorCode: ({ params, body }) =>
    answeringProgram(async () => jsonResponse(200, await visitorOAuth.exchange(keyOf(params), body))),
});
