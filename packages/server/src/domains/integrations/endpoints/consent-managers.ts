import { LRUCache } from 'lru-cache';
import type { AssetsService } from '../assets/assets.service.ts';
import type { IntegrationRow } from '../integrations.store.ts';

const MAX_SCRIPTS = 1000;
// A property of `window.GitBook`, which minifiers keep.
const REGISTRATION = 'registerCookieBanner';

/** Makes a function that tells whether an integration shows a cookie banner of its own. */
export const createConsentManagers = ({ readScript }: Pick<AssetsService, 'readScript'>) => {
  const byScript = new LRUCache<string, boolean>({ max: MAX_SCRIPTS });
  return async (integration: IntegrationRow): Promise<boolean> => {
    const known = byScript.get(integration.script);
    if (known !== undefined) return known;
    const isConsentManager = (await readScript(integration)).includes(REGISTRATION);
    byScript.set(integration.script, isConsentManager);
    return isConsentManager;
  };
};
