import type { Handlers } from '../../../kernel/contract/operation.ts';
import type { assetsContract } from './assets.contract.ts';
import type { AssetsService } from './assets.service.ts';

/** Maps operations to the service, and its results to responses. */
export const assetsHandlers = (assets: AssetsService): Handlers<typeof assetsContract> => ({
  readIntegrationAsset: ({ params }) => assets.download(params.integrationName, params.assetName),
});
