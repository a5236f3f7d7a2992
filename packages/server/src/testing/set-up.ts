import { afterAll, beforeAll, beforeEach } from 'vitest';
import { type ServerOptions, startServer, type TestOrganization, type TestServer } from './server.ts';

/** A server for the tests around, and a fresh organization for each of them; `take` is given both before each test. */
export const withOrganization = (
  take: (fresh: { server: TestServer; org: TestOrganization }) => void,
  options?: ServerOptions,
): void => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startServer(options);
  });
  afterAll(() => server.close());
  beforeEach(async () => take({ server, org: await server.organization() }));
};
