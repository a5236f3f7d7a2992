import { policy } from '../../../kernel/auth/policy.ts';
import { atLeast } from '../../organizations/index.ts';
import type { InstallationSubject } from '../installations/installations.policy.ts';
import type { ContentInstallationMet, ContentKind } from './contents.store.ts';

/** An installation on a space or a site, as the caller meets it. */
export interface ContentInstallationSubject extends ContentInstallationMet {
  readonly installation: InstallationSubject;
}

const policyOf = <const Name extends string>(name: Name) =>
  policy<ContentInstallationSubject>()(name, {
    view: ({ installation, role }) => installation.agent !== null || role !== null,
    edit: ({ installation, role }) => installation.agent !== null || atLeast(role, 'create'),
    uninstall: ({ role }) => atLeast(role, 'create'),
  });

/** Whoever sees a space or a site sees what it has; who looks after it chooses and configures that. */
export const contentInstallationPolicies = {
  space: policyOf('space installation'),
  site: policyOf('site installation'),
} satisfies Record<ContentKind, unknown>;
