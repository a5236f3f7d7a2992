import { domain } from '../../kernel/contract/domain.ts';
import type { Kernel } from '../../kernel/kernel.ts';
import type { ContentTreeService } from '../access/index.ts';
import type { RevisionsService } from '../revisions/index.ts';
import { collectionsContract } from './collections.contract.ts';
import { collectionsHandlers } from './collections.handlers.ts';
import { createCollectionsService } from './collections.service.ts';

export { Collection } from './collections.contract.ts';
export { toCollection } from './collections.handlers.ts';
export { type CollectionSubject, collectionPolicy } from './collections.policy.ts';
export type { CollectionsService } from './collections.service.ts';

/** Collections. */
export const createCollections = (
  kernel: Kernel,
  more: { tree: ContentTreeService; revisions: RevisionsService },
) => {
  const service = createCollectionsService({ ...kernel, ...more });
  return {
    service,
    domain: domain({
      name: 'collections',
      contract: collectionsContract,
      handlers: collectionsHandlers(service, kernel.links),
      subjects: { collection: ({ userId }, params) => service.find(userId, params.collectionId!) },
    }),
  };
};
