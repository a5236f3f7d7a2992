import { domain } from '../../kernel/contract/domain.ts';
import { systemContract } from './system.contract.ts';
import { type SystemDependencies, systemHandlers } from './system.handlers.ts';

/** What operators, monitoring and developers ask of the server itself. */
export const createSystem = (dependencies: SystemDependencies) => ({
  domain: domain({ name: 'system', contract: systemContract, handlers: systemHandlers(dependencies) }),
});
