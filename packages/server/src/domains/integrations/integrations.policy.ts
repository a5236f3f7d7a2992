import { policy } from '../../kernel/auth/policy.ts';
import type { Role } from '../../kernel/contract/common-schemas.ts';
import { atLeast } from '../organizations/index.ts';
import type { IntegrationRow } from './integrations.store.ts';

/** Which token of an integration calls: its own, or that of one installation; null for people. */
export type Agent = 'integration' | 'installation' | null;

/** An integration as the caller meets it. */
export interface IntegrationSubject extends IntegrationRow {
  /** The caller's role in the organization that published it. */
  readonly ownerRole: Role | null;
  readonly agent: Agent;
  /** Whether an organization of the caller has it. */
  readonly isInstalled: boolean;
}

/** Private ones are there for the members of their owner, and for those who have them; the others, for whoever knows their name. */
export const integrationPolicy = policy<IntegrationSubject>()('integration', {
  view: (integration) =>
    integration.visibility !== 'private' ||
    integration.agent !== null ||
    integration.isInstalled ||
    atLeast(integration.ownerRole, 'read'),
  admin: (integration) => integration.ownerRole === 'admin',
  queueTask: (integration) => integration.agent === 'integration',
});
