import Type from 'typebox';
import { operation } from '../../kernel/contract/operation.ts';
import { SITES_PATH } from '../../kernel/site-hosts.ts';

/** Operations of published sites. */
export const publishingContract = {
  getPublishedPage: operation({
    method: 'GET',
    path: SITES_PATH,
    kind: 'page',
    summary: 'Get a page or file of a published site; served at all paths of the hosts of sites',
    permission: 'public',
    responses: { 200: Type.String() },
  }),
  postToPublishedSite: operation({
    method: 'POST',
    path: SITES_PATH,
    kind: 'page',
    summary: 'Send feedback, a page view, an action of a block or MCP messages to a published site',
    permission: 'public',
    bodyLimit: 64 * 1024,
    responses: { 200: Type.String() },
  }),
};
