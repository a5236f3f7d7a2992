import type { Place } from '../environment/environment.store.ts';
import type { Tunnel } from './development.store.ts';

/** Whose installation an event is about; undefined when it is about none. */
const installerOf = ({ installation, gone }: Place): string | undefined =>
  installation?.organization_id ??
  (gone?.installation as { target?: { organization?: string } } | undefined)?.target?.organization;

/** The tunnel that the events of a place go through: those of its owner, or, if the author wants them, of everybody. */
export const tunnelOf = (place: Place, now: Date): Tunnel | undefined => {
  const { tunnel, integration } = place;
  if (!tunnel || tunnel.expires_at <= now) return undefined;
  const installer = installerOf(place);
  return tunnel.everyone || installer === undefined || installer === integration.organization_id
    ? tunnel
    : undefined;
};

/** Where events are posted: what is published answers there, and what is being written, anywhere. */
export const addressOf = ({ url }: Pick<Tunnel, 'url'>): string => {
  const address = new URL(url);
  if (address.pathname === '/') address.pathname = '/v1';
  return address.href;
};
