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
import type { SignInEnd, SignInTest } from './sign-in-test.ts';
import type { SsoSignInService } from './sso-sign-in.service.ts';

interface Dependencies extends Pick<Kernel, 'db' | 'transaction' | 'clock' | 'saml'> {
  readonly ssoSignIn: SsoSignInService;
  readonly signIn: Pick<SignInService, 'linkUrl'>;
  readonly serviceOf: (providerId: string) => SamlService;
}

// The id of a request of this server, in a response that is not verified yet.
const REQUEST_ID = /\sInResponseTo=["'](_[A-Za-z0-9]{40})["']/;
const requestIdIn = (response: string): string | undefined =>
  REQUEST_ID.exec(Buffer.from(response, 'base64').toString())?.[1];

/** Service for sign-in through SAML providers. */
export const createSamlSignInService = (deps: Dependencies) => {
  const { db, transaction, clock, saml, ssoSignIn, signIn, serviceOf } = deps;

  const requireActiveProvider = async (providerId: string) => {
    const row = await samlProviders.findById(db, providerId);
    if (!row || !isActive(row)) throw notFound('SAML provider');
    const { sso_url: ssoURL, entity_id: entityID, certificate } = row;
    return { row, provider: { ssoURL, entityID, certificate } };
  };
  type ActiveProvider = Awaited<ReturnType<typeof requireActiveProvider>>;

  const verifyResponse = async ({ row, provider }: ActiveProvider, response: string) => {
    try {
      const assertion = await saml.verifyResponse(serviceOf(row.id), provider, response, clock.now());
      const { first_name: first = '', last_name: last = '' } = assertion.attributes;
      const email = parseEmail(assertion.nameID);
      if (!email) throw forbidden('The NameID of the assertion is not an e-mail address');
      return { assertion, person: { email, displayName: parseName(`${first} ${last}`) } };
    } catch (error) {
      if (error instanceof SamlError) throw forbidden(error.message);
      throw error;
    }
  };

  const test = async (active: ActiveProvider, response: string, requestId: string): Promise<SignInTest> => {
    const { row, provider } = active;
    await ssoSignIn.consumeRequest(db, row, requestId);
    const result = await ssoSignIn.rehearse(row, async () => {
      const { assertion, person } = await verifyResponse(active, response);
      if (assertion.inResponseTo !== requestId) throw forbidden('The response belongs to another request');
      return person;
    });
    const statements = await saml.describeResponse(serviceOf(row.id), provider, response);
    return { kind: 'saml', provider: row, statements, ...result };
  };

  return {
    metadata: async (providerId: string): Promise<string> => {
      // Metadata is needed to configure a provider, before it is active.
      if (!(await samlProviders.findById(db, providerId))) throw notFound('SAML provider');
      return saml.metadata(serviceOf(providerId));
    },

    /** Starts a sign-in, or a test in an organization; returns the URL of the provider and the secret for the browser cookie. */
    start: async (
      providerId: string,
      wanted: unknown,
      testIn?: string,
    ): Promise<{ url: string; browser: string }> => {
      const { row, provider } = await requireActiveProvider(providerId);
      if (testIn !== undefined && row.organization_id !== testIn) throw notFound('SAML provider');
      const target = safeReturnPath(wanted);
      const id = `_${randomText(40)}`;
      const browser = await ssoSignIn.startRequest(row, id, target, testIn !== undefined);
      const url = await saml.requestUrl(serviceOf(providerId), provider, { id, relayState: target });
      return { url, browser };
    },

    /** Completes a sign-in or a test. */
    complete: async (
      providerId: string,
      response: string,
      relayState: string | undefined,
    ): Promise<SignInEnd> => {
      const active = await requireActiveProvider(providerId);
      const { row } = active;
      const requestId = requestIdIn(response);
      if (requestId !== undefined && (await ssoSignIn.isTest(row, requestId)))
        return { test: await test(active, response, requestId) };
      const { assertion, person } = await verifyResponse(active, response);
      const { id, inResponseTo, expiresAt } = assertion;
      const secret = await transaction(async (tx) => {
        const locked = await samlProviders.lockUnchanged(tx, row.organization_id, row.id);
        if (!locked || !isActive(locked)) throw notFound('SAML provider');
        if (locked.entity_id !== row.entity_id || locked.certificate !== row.certificate)
          throw forbidden(PROVIDER_CHANGED);
        const pendingRequest =
          inResponseTo === undefined ? undefined : await ssoSignIn.consumeRequest(tx, row, inResponseTo);
        // A response that hides its request from the test above must not sign in.
        if (pendingRequest?.isTest) throw forbidden('This sign-in was only a test');
        if (!(await insertAssertion(tx, row, hashSecret(id), expiresAt)))
          throw forbidden('This SAML response has already been used');
        return ssoSignIn.complete(tx, locked, {
          method: 'saml',
          person,
          target: pendingRequest?.target ?? safeReturnPath(relayState),
          browser: pendingRequest?.browser,
        });
      });
      return { url: signIn.linkUrl(secret) };
    },

    /** Deletes expired assertions. */
    deleteExpired: (): Promise<void> => deleteExpiredAssertions(db, clock.now()),
  };
};

/** Service for sign-in through SAML providers. */
export type SamlSignInService = ReturnType<typeof createSamlSignInService>;
