import { domain } from '../../kernel/contract/domain.ts';
import type { Kernel } from '../../kernel/kernel.ts';
import { auditContract } from './audit.contract.ts';
import { auditHandlers } from './audit.handlers.ts';

/** The audit log. */
export const createAudit = (kernel: Kernel) => ({
  domain: domain({
    name: 'audit',
    contract: auditContract,
    handlers: auditHandlers(kernel.db, kernel.links),
  }),
});
