import Type from 'typebox';
import { operation } from '../../../kernel/contract/operation.ts';

/** Icons and preview images of integrations. */
export const assetsContract = {
  readIntegrationAsset: operation({
    method: 'GET',
    path: '/integrations/{integrationName}/assets/{assetName}',
    kind: 'file',
    summary: 'Download the icon or a preview image of an integration',
    permission: 'public',
    responses: { 200: Type.String() },
  }),
};
