import type { FixtureDefinition } from './fixture-definition.ts';
import type { FixtureName } from './fixture-names.ts';

/** Fixtures of sessions and passkeys. */
export const CREDENTIAL_FIXTURES = {
  sessionId: {
    make: async (server, { caller }) => {
      const { kernel, services } = server.app;
      const secret = await kernel.transaction((tx) => services.signIn.issueOperatorLink(tx, caller.email));
      await services.signIn.redeem(secret, { address: '127.0.0.1', agent: 'Test' });
      return (await caller.call('GET', '/user/sessions')).body.items[0].id;
    },
  },
  passkeyId: {
    make: async (server, { caller }) => {
      const { db, newId, clock } = server.app.kernel;
      const id = newId();
      await db
        .insertInto('passkeys')
        .values({
          id,
          user_id: caller.id,
          credential_id: Buffer.from(id),
          public_key: Buffer.from(id),
          counter: 0,
          transports: [],
          name: 'Laptop',
          created_at: clock.now(),
        })
        .execute();
      return id;
    },
  },
} satisfies Partial<Record<FixtureName, FixtureDefinition>>;
