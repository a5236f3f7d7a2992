import { generateServiceProviderMetadata } from '@node-saml/node-saml';
import type { Saml } from '../../kernel/saml.ts';
import { EMAIL_FORMAT, libraryFor } from './verify-response.ts';

/** The URL that starts the sign-in at the identity provider. */
export const requestUrl: Saml['requestUrl'] = (service, provider, { id, relayState }) =>
  libraryFor(service, provider, id).getAuthorizeUrlAsync(relayState, undefined, {});

/** SAML metadata of a service, for its identity provider. */
export const metadata = ({ entityID, acsURL }: Parameters<Saml['metadata']>[0]): string =>
  generateServiceProviderMetadata({
    issuer: entityID,
    callbackUrl: acsURL,
    identifierFormat: EMAIL_FORMAT,
    wantAssertionsSigned: true,
  });
