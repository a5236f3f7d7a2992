import Type from 'typebox';
import { type Method, operation } from '../../../kernel/contract/operation.ts';

const MAX_BODY_BYTES = 10 * 1024 * 1024;

const endpoint = <const M extends Method>(method: M) =>
  operation({
    method,
    path: '/~integrations/{integrationName}/{endpoint}',
    kind: 'relay',
    hasRestParameter: true,
    summary: 'Call an endpoint of an integration or of one of its installations',
    permission: 'public',
    bodyLimit: MAX_BODY_BYTES,
    responses: { 200: Type.String() },
  });

/** Endpoints whose requests the scripts of integrations answer. */
export const endpointsContract = {
  getFromIntegration: endpoint('GET'),
  postToIntegration: endpoint('POST'),
  putToIntegration: endpoint('PUT'),
  patchInIntegration: endpoint('PATCH'),
  deleteInIntegration: endpoint('DELETE'),
};
