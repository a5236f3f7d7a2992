import { afterAll, beforeAll, beforeEach } from 'vitest';
import { type AddedProvider, addProviderTo, type createIdentityProvider } from './identity-provider.ts';
import { type MailServer, startMailServer } from './mail-server.ts';
import {
  type ServerOptions,
  sharedServer,
  startServer,
  type TestClock,
  type TestOrganization,
  type TestServer,
} from './server.ts';
import { type Receiver, respondWith, startReceiver } from './webhook-receiver.ts';

interface Fresh {
  readonly server: TestServer;
  readonly org: TestOrganization;
}

/** Sets up a server for the surrounding tests (shared unless it has options) and a new organization before each test. */
export const withOrganization = (take: (fresh: Fresh) => void, options: ServerOptions = {}): void => {
  const { roles, ...settings } = options;
  const isShared = Object.keys(settings).length === 0;
  let server: TestServer;
  beforeAll(async () => {
    server = await (isShared ? sharedServer(roles) : startServer(options));
  });
  afterAll(async () => {
    if (!isShared) await server.close();
  });
  beforeEach(async () => take({ server, org: await server.organization() }));
};

/** Sets up a server with a mail server, whose messages are cleared before each test. */
export const withMail = (
  take: (fresh: { server: TestServer; smtp: MailServer }) => void,
  clock: TestClock,
): void => {
  let smtp: MailServer;
  let server: TestServer;
  beforeAll(async () => {
    smtp = await startMailServer();
    server = await startServer({
      clock,
      config: { smtp: { url: smtp.url, from: 'Docs <docs@lectern.test>' }, rateLimit: 3000 },
    });
  });
  afterAll(async () => {
    await server.close();
    await smtp.close();
  });
  beforeEach(() => {
    // Resets the rate limit.
    clock.advance(61_000);
    smtp.accepted.splice(0);
    take({ server, smtp });
  });
};

/** Sets up a server, and an organization with an identity provider before each test. */
export const withProvider = (
  idp: ReturnType<typeof createIdentityProvider>,
  take: (fresh: Fresh & { provider: AddedProvider }) => void,
): void => {
  let fresh: Fresh;
  withOrganization((made) => {
    fresh = made;
  });
  beforeEach(async () => take({ ...fresh, provider: await addProviderTo(fresh.org, idp) }));
};

/** Like `withOrganization`, with a receiver for webhooks and scripts that is reset before each test. */
export const withReceiver = async (take: (fresh: Fresh) => void, clock: TestClock): Promise<Receiver> => {
  const receiver = await startReceiver();
  afterAll(() => receiver.close());
  withOrganization(take, {
    config: { egressAllow: new URL(receiver.url).host },
    roles: ['api', 'worker'],
    clock,
  });
  beforeEach(() => {
    receiver.received.length = 0;
    receiver.respondBy(respondWith(200));
  });
  return receiver;
};
