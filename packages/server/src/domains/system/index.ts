import { domain } from '../../kernel/contract/domain.ts';
import { systemContract } from './system.contract.ts';
import { type SystemDependencies, systemHandlers } from './system.handlers.ts';

/** Health checks, metrics, the OpenAPI document and the home page. */
export const createSystem = (dependencies: SystemDependencies) => ({
  domain: domain({ name: 'system', contract: systemContract, handlers: systemHandlers(dependencies) }),
});
