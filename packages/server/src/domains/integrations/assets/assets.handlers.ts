import type { Handlers } from '../../../kernel/contract/operation.ts';
import type { assetsContract } from './assets.contract.ts';
import type { AssetsService } from './assets.service.ts';

/** Operation to service to answer. */
export const assetsHandlers = (assets: AssetsService): Handlers<typeof assetsContract> => ({
  readIntegrationAsset: ({ params }) => assets.download(params.integrationName, params.assetName),
});
