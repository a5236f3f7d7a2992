import { type Saml, SamlError } from '../../kernel/saml.ts';
import { createThreads, ThreadLimitError } from '../../kernel/threads.ts';
import type { VerificationResult } from './saml.worker.ts';

// The response for a user with hundreds of groups takes a quarter of a second.
const LIMITS = { seconds: 30, megabytes: 128 };

/** SAML 2.0 with the library node-saml and additional checks. Responses are untrusted and are parsed in worker threads. */
export const createSaml = (): Saml => {
  const threads = createThreads('saml', LIMITS);
  return {
    requestUrl: async (...request) => (await import('./requests.ts')).requestUrl(...request),

    metadata: async (service) => (await import('./requests.ts')).metadata(service),

    verifyResponse: async (...response) => {
      try {
        const result = (await threads.run('read', response)) as VerificationResult;
        if ('error' in result) throw new SamlError(result.error);
        return result.assertion;
      } catch (error) {
        if (error instanceof ThreadLimitError) throw new SamlError('The response takes too long to process');
        throw error;
      }
    },

    describeResponse: async (...response) =>
      (await import('./describe-response.ts')).describeResponse(...response),

    close: () => threads.close(),
  };
};
