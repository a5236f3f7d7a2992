import type { EventChain } from '../../../kernel/auth/chained-tokens.ts';
import type { DatabaseTransaction } from '../../../kernel/database/database.ts';
import type { IntegrationRow } from '../integrations.store.ts';
import type { InstalledConfiguration } from './configuration.ts';
import type { ContentInstallationRow } from './content-installations.store.ts';
import type { InstallationRow, InstallationState } from './installations.store.ts';

/** A change of an installation, in an organization or on a space or site; integrations receive events about it. */
export interface InstallationChange {
  readonly type: 'setup' | 'deleted';
  readonly integration: IntegrationRow;
  /** The state after the change; of a deleted installation, the last one. */
  readonly installation: InstallationRow;
  /** The space or site of the installation. */
  readonly content?: ContentInstallationRow;
  /** The state before the change; undefined for a new installation. It can contain secrets and is not recorded. */
  readonly previous?: { readonly status: InstallationState; readonly configuration: InstalledConfiguration };
  /** The recorded action, if the integration made the change itself. */
  readonly ownAction?: string | undefined;
  /** The chain of the script that made the change. */
  readonly chain?: EventChain | undefined;
}

/** Called with changes of installations, in the transaction that makes them. */
export type InstallationListener = (
  tx: DatabaseTransaction,
  ...changes: readonly InstallationChange[]
) => Promise<void>;
