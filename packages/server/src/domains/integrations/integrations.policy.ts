import { policy } from '../../kernel/auth/policy.ts';
import { atLeast } from '../organizations/index.ts';
import type { IntegrationSubject } from './integrations.store.ts';

/** Private integrations are visible to members of their owner and to organizations that installed them; all others to everyone. */
export const integrationPolicy = policy<IntegrationSubject>()('integration', {
  view: (integration) =>
    integration.visibility !== 'private' ||
    integration.callerToken !== null ||
    integration.isInstalled ||
    atLeast(integration.ownerRole, 'read'),
  admin: (integration) => integration.ownerRole === 'admin',
  queueTask: (integration) => integration.callerToken === 'integration',
});
