import Type from 'typebox';
import { operation } from '../../../kernel/contract/operation.ts';
import { TokenRequest } from '../../oauth/index.ts';

const Text = Type.String();

/** How programs, such as MCP clients, get the token of a visitor of a protected site (OAuth 2.1). */
export const visitorOAuthContract = {
  getSiteOAuthResource: operation({
    method: 'GET',
    path: '/.well-known/oauth-protected-resource/sites/{organizationId}/{siteId}',
    kind: 'content',
    summary: 'Get the authorization server of the MCP server of a protected site (RFC 9728)',
    permission: 'public',
    responses: { 200: Text },
  }),
  getSiteOAuthMetadata: operation({
    method: 'GET',
    path: '/.well-known/oauth-authorization-server/sites/{organizationId}/{siteId}',
    kind: 'content',
    summary: 'Get the addresses and features of the authorization server of a protected site (RFC 8414)',
    permission: 'public',
    responses: { 200: Text },
  }),
  exchangeVisitorCode: operation({
    method: 'POST',
    path: '/oauth/sites/{organizationId}/{siteId}/token',
    kind: 'page',
    summary: 'Exchange an authorization code for the token of a visitor of a site (form)',
    permission: 'public',
    bodyLimit: 64 * 1024,
    body: TokenRequest,
    responses: { 200: Text },
  }),
};
