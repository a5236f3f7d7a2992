import { type Saml, SamlError } from '../../kernel/saml.ts';
import { createThreads, ThreadLimitError } from '../../kernel/threads.ts';
import type { Reading } from './saml.worker.ts';

// An answer of somebody with hundreds of groups takes a quarter of a second.
const LIMITS = { seconds: 30, megabytes: 128 };

/** SAML 2.0 by the library, with what it leaves open decided here; answers, which anybody may send, are read in threads. */
export const createSaml = (): Saml => {
  const threads = createThreads('saml', LIMITS);
  return {
    requestUrl: async (...request) => (await import('./requests.ts')).requestUrl(...request),

    metadata: async (service) => (await import('./requests.ts')).metadata(service),

    verifyResponse: async (...answer) => {
      try {
        const reading = (await threads.run('read', answer)) as Reading;
        if ('refusal' in reading) throw new SamlError(reading.refusal);
        return reading.assertion;
      } catch (error) {
        if (error instanceof ThreadLimitError) throw new SamlError('The answer takes too long to be read');
        throw error;
      }
    },

    close: () => threads.close(),
  };
};
