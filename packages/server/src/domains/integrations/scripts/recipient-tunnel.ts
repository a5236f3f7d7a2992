import type { Tunnel } from '../development/development.store.ts';
import type { Recipient } from './recipients.store.ts';

/** The organization whose installation an event is about. */
const installingOrganizationOf = ({ installation, deletedInstallation }: Recipient): string | undefined =>
  installation?.organization_id ??
  (deletedInstallation?.installation as { target?: { organization?: string } } | undefined)?.target
    ?.organization;

/** The tunnel for the events of a recipient: of installations of the owner, or of all if `everyone` is set. */
export const tunnelOf = (recipient: Recipient, now: Date): Tunnel | undefined => {
  const { tunnel, integration } = recipient;
  if (!tunnel || tunnel.expires_at <= now) return undefined;
  const organizationId = installingOrganizationOf(recipient);
  return tunnel.everyone || organizationId === undefined || organizationId === integration.organization_id
    ? tunnel
    : undefined;
};
