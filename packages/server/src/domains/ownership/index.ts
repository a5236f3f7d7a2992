import { domain } from '../../kernel/contract/domain.ts';
import type { Kernel } from '../../kernel/kernel.ts';
import { ownershipContract } from './ownership.contract.ts';
import { ownershipHandlers } from './ownership.handlers.ts';
import { createOwnershipService } from './ownership.service.ts';

/** What belongs to a member, and its transfer to another one. */
export const createOwnership = (kernel: Kernel) => ({
  domain: domain({
    name: 'ownership',
    contract: ownershipContract,
    handlers: ownershipHandlers(createOwnershipService(kernel)),
  }),
});
