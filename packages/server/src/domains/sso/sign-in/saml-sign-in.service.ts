import { hashSecret } from '../../../kernel/auth/tokens.ts';
import { forbidden, notFound } from '../../../kernel/errors/errors.ts';
import { randomText } from '../../../kernel/ids.ts';
import type { Kernel } from '../../../kernel/kernel.ts';
import { SamlError, type SamlService } from '../../../kernel/saml.ts';
import { type SignInService, safeReturnPath } from '../../sessions/index.ts';
import { samlProviders } from '../providers/providers.store.ts';
import { isActive } from '../providers/saml-provider.ts';
import { PROVIDER_CHANGED, parseEmail, parseName } from './profile.ts';
import { deleteExpiredAssertions, insertAssertion } from './saml-sign-in.store.ts';
import type { SsoSignInService } from './sso-sign-in.service.ts';

interface Dependencies extends Pick<Kernel, 'db' | 'transaction' | 'clock' | 'saml'> {
  readonly ssoSignIn: SsoSignInService;
  readonly signIn: Pick<SignInService, 'linkUrl'>;
  readonly serviceOf: (providerId: string) => SamlService;
}

/** Service for sign-in through SAML providers. */
export const createSamlSignInService = (deps: Dependencies) => {
  const { db, transaction, clock, saml, ssoSignIn, signIn, serviceOf } = deps;

  const requireActiveProvider = async (providerId: string) => {
    const row = await samlProviders.findById(db, providerId);
    if (!row || !isActive(row)) throw notFound('SAML provider');
    const { sso_url: ssoURL, entity_id: entityID, certificate } = row;
    return { row, provider: { ssoURL, entityID, certificate } };
  };

  const verifyResponse = async (providerId: string, response: string) => {
    const { row, provider } = await requireActiveProvider(providerId);
    try {
      return {
        row,
        assertion: await saml.verifyResponse(serviceOf(providerId), provider, response, clock.now()),
      };
    } catch (error) {
      if (error instanceof SamlError) throw forbidden(error.message);
      throw error;
    }
  };

  return {
    metadata: async (providerId: string): Promise<string> => {
      // Metadata is needed to configure a provider, before it is active.
      if (!(await samlProviders.findById(db, providerId))) throw notFound('SAML provider');
      return saml.metadata(serviceOf(providerId));
    },

    /** Starts a sign-in; returns the URL of the provider and the secret for the browser cookie. */
    start: async (providerId: string, wanted: unknown): Promise<{ url: string; browser: string }> => {
      const { row, provider } = await requireActiveProvider(providerId);
      const target = safeReturnPath(wanted);
      const id = `_${randomText(40)}`;
      const browser = await ssoSignIn.startRequest(row, id, target);
      const url = await saml.requestUrl(serviceOf(providerId), provider, { id, relayState: target });
      return { url, browser };
    },

    /** Completes a sign-in; returns the URL of a sign-in link. */
    complete: async (
      providerId: string,
      response: string,
      relayState: string | undefined,
    ): Promise<string> => {
      const { row, assertion } = await verifyResponse(providerId, response);
      const { id, nameID, inResponseTo, expiresAt, attributes } = assertion;
      const { first_name: first = '', last_name: last = '' } = attributes;
      const email = parseEmail(nameID);
      if (!email) throw forbidden('The NameID of the assertion is not an e-mail address');
      const secret = await transaction(async (tx) => {
        const locked = await samlProviders.lockUnchanged(tx, row.organization_id, row.id);
        if (!locked || !isActive(locked)) throw notFound('SAML provider');
        if (locked.entity_id !== row.entity_id || locked.certificate !== row.certificate)
          throw forbidden(PROVIDER_CHANGED);
        const pendingRequest =
          inResponseTo === undefined ? undefined : await ssoSignIn.consumeRequest(tx, row, inResponseTo);
        if (!(await insertAssertion(tx, row, hashSecret(id), expiresAt)))
          throw forbidden('This SAML response has already been used');
        return ssoSignIn.complete(tx, locked, {
          method: 'saml',
          person: { email, displayName: parseName(`${first} ${last}`) },
          target: pendingRequest?.target ?? safeReturnPath(relayState),
          browser: pendingRequest?.browser,
        });
      });
      return signIn.linkUrl(secret);
    },

    /** Deletes expired assertions. */
    deleteExpired: (): Promise<void> => deleteExpiredAssertions(db, clock.now()),
  };
};

/** Service for sign-in through SAML providers. */
export type SamlSignInService = ReturnType<typeof createSamlSignInService>;
