import type { Handlers } from '../../../kernel/contract/operation.ts';
import type { developmentContract } from './development.contract.ts';
import type { DevelopmentService } from './development.service.ts';

/** Maps operations to the service, and its results to responses. */
export const developmentHandlers = (
  development: DevelopmentService,
): Handlers<typeof developmentContract> => ({
  setIntegrationDevelopmentMode: async ({ caller, subject, body }) => {
    await development.start(caller, subject, body);
    return undefined;
  },
  disableIntegrationDevelopmentMode: async ({ caller, subject }) => {
    await development.end(caller, subject);
    return undefined;
  },
});
