import { useEffect } from 'react';
import { call } from '../api/client.ts';

const INTERVAL_MS = 15 * 60 * 1000;

/** Tells the server that the user works in an organization: other members see when they were last there. */
export const useActivity = (organizationId: string): void => {
  useEffect(() => {
    if (organizationId === '') return undefined;
    const ping = () => {
      if (document.visibilityState === 'visible')
        // Nobody waits for it, and the next one may succeed.
        call('POST', '/orgs/{organizationId}/ping', { params: { organizationId } }).catch(() => undefined);
    };
    ping();
    const timer = setInterval(ping, INTERVAL_MS);
    return () => clearInterval(timer);
  }, [organizationId]);
};
