import type { Handlers } from '../../kernel/contract/operation.ts';
import type { ownershipContract } from './ownership.contract.ts';
import type { OwnershipService } from './ownership.service.ts';

/** Maps operations to service calls and responses. */
export const ownershipHandlers = (ownership: OwnershipService): Handlers<typeof ownershipContract> => ({
  getMemberOwnership: async ({ subject, params }) => ({
    object: 'member-ownership' as const,
    ...(await ownership.get(subject.id, params.userId)),
  }),
  transferMemberOwnership: ({ caller, subject, params, body }) =>
    ownership.transfer(caller, subject.id, params.userId, body.to),
});
