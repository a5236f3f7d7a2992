import Type from 'typebox';
import { operation } from '../../kernel/contract/operation.ts';
import { SITES_PATH } from '../../kernel/site-hosts.ts';

/** Published sites. */
export const publishingContract = {
  getPublishedPage: operation({
    method: 'GET',
    path: SITES_PATH,
    kind: 'page',
    summary: 'What a published site shows; reached by the hosts of sites only, at every path',
    permission: 'public',
    responses: { 200: Type.String() },
  }),
  postToPublishedSite: operation({
    method: 'POST',
    path: SITES_PATH,
    kind: 'page',
    summary: 'What readers of a published site send to it: feedback, and what their agents ask',
    permission: 'public',
    bodyLimit: 64 * 1024,
    responses: { 200: Type.String() },
  }),
};
