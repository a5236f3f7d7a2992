import { policy } from '../../../kernel/auth/policy.ts';
import { atLeast } from '../../organizations/index.ts';
import type { ContentInstallationWithRole, ContentKind } from './content-installations.store.ts';
import type { InstallationSubject } from './installations.policy.ts';

/** An installation on a space or site, with the caller's role there. */
export interface ContentInstallationSubject extends ContentInstallationWithRole {
  readonly installation: InstallationSubject;
}

const policyOf = <const Name extends string>(name: Name) =>
  policy<ContentInstallationSubject>()(name, {
    view: ({ installation, role }) => installation.callerToken !== null || role !== null,
    edit: ({ installation, role }) => installation.callerToken !== null || atLeast(role, 'create'),
    uninstall: ({ role }) => atLeast(role, 'create'),
  });

/** Readers of a space or site see its installations; creators install, configure and uninstall them. */
export const contentInstallationPolicies = {
  space: policyOf('space installation'),
  site: policyOf('site installation'),
} satisfies Record<ContentKind, unknown>;
