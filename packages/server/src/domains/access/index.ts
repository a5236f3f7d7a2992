import { domain } from '../../kernel/contract/domain.ts';
import type { Kernel } from '../../kernel/kernel.ts';
import type { IdentityService } from '../identity/index.ts';
import type { OrganizationsService } from '../organizations/index.ts';
import { grantsContract } from './grants/grants.contract.ts';
import { grantsHandlers } from './grants/grants.handlers.ts';
import { createGrantsService, type SendInvitation } from './grants/grants.service.ts';
import { createContentTreeService, type RemovalHook } from './tree/tree.service.ts';

export { type ContentSubject, collectionActions, spaceActions } from './access.policy.ts';
export { copyAccess, isDenied, upsertGrants } from './grants/grants.store.ts';
export { summarizeOwnedContents, transferOwnedContents } from './grants/owned-contents.store.ts';
export { deleteTrashed, findTrashedBefore, type TrashedSpace } from './tree/trash.store.ts';
export { DefaultLevel, Destination as DestinationBody, Position } from './tree/tree.contract.ts';
export {
  type ContentTreeService,
  type Destination,
  type RemovalHook,
  toDefaultLevel,
} from './tree/tree.service.ts';
export {
  type ContentsQuery,
  contentsFor,
  contentsForVisitors,
  contentsManagedBy,
  contentsVisibleTo,
  visibleContents,
} from './tree/tree.store.ts';

/** The tree of collections and spaces, and access to them. */
export const createAccess = (
  kernel: Kernel,
  more: {
    identity: IdentityService;
    organizations: OrganizationsService;
    beforeRemoval: RemovalHook;
    sendInvitation: SendInvitation;
  },
) => {
  const tree = createContentTreeService({ ...kernel, ...more });
  const grants = createGrantsService({ ...kernel, ...more, tree });
  return {
    tree,
    domain: domain({
      name: 'access',
      contract: grantsContract,
      handlers: grantsHandlers(grants, kernel.links),
    }),
  };
};
