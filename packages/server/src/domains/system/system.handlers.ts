import type { Handlers } from '../../kernel/contract/operation.ts';
import { ApiError } from '../../kernel/errors/errors.ts';
import type { systemContract } from './system.contract.ts';

/** Dependencies of the system handlers. */
export interface SystemDependencies {
  readonly isReady: () => Promise<boolean>;
  readonly metrics: () => Promise<{ contentType: string; content: string }>;
  readonly openApi: () => unknown;
}

const text = (content: string) => ({ contentType: 'text/plain; charset=utf-8', content });
/** Handlers of the system operations, which have no service. */
export const systemHandlers = (system: SystemDependencies): Handlers<typeof systemContract> => ({
  getHealth: async () => text('ok\n'),
  getReadiness: async () => {
    if (!(await system.isReady()))
      throw new ApiError(503, 'The database is not reachable, or cannot be written to', { retryAfter: 1 });
    return text('ready\n');
  },
  getMetrics: () => system.metrics(),
  getOpenApiDocument: async () => ({
    contentType: 'application/json; charset=utf-8',
    content: JSON.stringify(system.openApi()),
  }),
  getHomePage: async () => ({ status: 303, headers: { location: '/app' }, content: '' }),
});
