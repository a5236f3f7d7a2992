import Type from 'typebox';
import { type Method, operation } from '../../../kernel/contract/operation.ts';

const LARGEST_BODY = 10 * 1024 * 1024;

const endpoint = <const M extends Method>(method: M) =>
  operation({
    method,
    path: '/~integrations/{integrationName}/{endpoint}',
    kind: 'relay',
    hasRestParameter: true,
    summary: 'What an integration answers to the world: in general, or for one of its installations',
    permission: 'public',
    bodyLimit: LARGEST_BODY,
    responses: { 200: Type.String() },
  });

/** The addresses of integrations; whoever calls them is answered by their scripts. */
export const endpointsContract = {
  getFromIntegration: endpoint('GET'),
  postToIntegration: endpoint('POST'),
  putToIntegration: endpoint('PUT'),
  patchInIntegration: endpoint('PATCH'),
  deleteInIntegration: endpoint('DELETE'),
};
