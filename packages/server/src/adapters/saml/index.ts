import { generateServiceProviderMetadata } from '@node-saml/node-saml';
import { type Saml, SamlRefusal } from '../../kernel/saml.ts';
import { BeyondLimitsError, createThreads } from '../../kernel/threads.ts';
import { EMAIL_FORMAT, libraryFor } from './answer.ts';
import type { Reading } from './saml.worker.ts';

// An answer of somebody with hundreds of groups takes a quarter of a second.
const LIMITS = { seconds: 30, megabytes: 128 };

/** SAML 2.0 by the library, with what it leaves open decided here; answers, which anybody may send, are read in threads. */
export const createSaml = (): Saml => {
  const threads = createThreads('saml', LIMITS);
  return {
    requestUrl: (service, provider, { id, relayState }) =>
      libraryFor(service, provider, id).getAuthorizeUrlAsync(relayState, undefined, {}),

    metadata: (service) =>
      generateServiceProviderMetadata({
        issuer: service.entityID,
        callbackUrl: service.acsURL,
        identifierFormat: EMAIL_FORMAT,
        wantAssertionsSigned: true,
      }),

    read: async (...answer) => {
      try {
        const reading = (await threads.run('read', answer)) as Reading;
        if ('refusal' in reading) throw new SamlRefusal(reading.refusal);
        return reading.assertion;
      } catch (error) {
        if (error instanceof BeyondLimitsError) throw new SamlRefusal('The answer takes too long to be read');
        throw error;
      }
    },

    close: () => threads.close(),
  };
};
