import { policy } from '../../../kernel/auth/policy.ts';
import type { Role } from '../../../kernel/contract/common-schemas.ts';
import { atLeast } from '../../organizations/index.ts';
import type { IntegrationSubject, IntegrationToken } from '../integrations.store.ts';
import type { InstallationRow } from './installations.store.ts';

/** An installation with the caller's relation to it. */
export interface InstallationSubject extends InstallationRow {
  readonly integration: IntegrationSubject;
  /** The caller's role in the organization of the installation. */
  readonly organizationRole: Role | null;
  readonly callerToken: IntegrationToken;
}

/** Members see installations; administrators, and the integration itself, see and change their configuration. */
export const installationPolicy = policy<InstallationSubject>()('installation', {
  view: ({ callerToken, organizationRole }) => callerToken !== null || atLeast(organizationRole, 'read'),
  edit: ({ callerToken, organizationRole }) => callerToken !== null || organizationRole === 'admin',
  uninstall: ({ organizationRole }) => organizationRole === 'admin',
  issueToken: ({ callerToken }) => callerToken === 'integration',
});
