import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { pino } from 'pino';
import { type App, createApp } from '../app.ts';
import { createResponseChecker, type ResponseChecker } from '../conformance/response-checker.ts';
import { newSecret, tokenValues } from '../kernel/auth/tokens.ts';
import type { Clock } from '../kernel/clock.ts';
import { type Config, readConfig } from '../kernel/config.ts';
import type { Role } from '../kernel/contract/common-schemas.ts';
import { createEgress, parseEgressAllow } from '../kernel/egress.ts';
import { type Answer, apiClientOf } from './api-client.ts';
import { type ContentFactory, contentFactoryOf } from './content-factory.ts';
import { createDatabase } from './databases.ts';
import { sendRequest } from './http-request.ts';
import type { Person } from './person.ts';
import { closeSharedServers, sharedServers } from './shared-servers.ts';

export type { Answer } from './api-client.ts';
export type { Person } from './person.ts';

/** A clock that can be advanced. */
export interface TestClock extends Clock {
  advance(milliseconds: number): void;
}

/** A clock that starts now. */
export const testClock = (): TestClock => {
  let offset = 0;
  return {
    now: () => new Date(Date.now() + offset),
    advance: (milliseconds) => {
      offset += milliseconds;
    },
  };
};

/** An organization with one member of each role, and helpers that create content in it. */
export interface TestOrganization extends ContentFactory {
  readonly id: string;
  readonly admin: Person;
  readonly create: Person;
  readonly review: Person;
  readonly edit: Person;
  readonly comment: Person;
  readonly read: Person;
  readonly guest: Person;
}

const quiet: Config = { ...readConfig({ LOG_LEVEL: 'silent', LECTERN_RATE_LIMIT: '0', PORT: '0' }) };

type ServerRole = 'api' | 'worker';

/** Options of a test server. */
export interface ServerOptions {
  readonly clock?: Clock;
  readonly config?: Partial<Config>;
  readonly roles?: ServerRole[];
  readonly connectionString?: string;
  readonly log?: pino.Logger;
  /** Whether it has a database without data of other tests. */
  readonly ownDatabase?: boolean;
}

/** Starts a server for one test file, with a database and a port. */
export const startServer = async (options: ServerOptions = {}) => {
  const connectionString = options.connectionString ?? (await createDatabase());
  const dataDir = path.join(os.tmpdir(), `lectern-test-${randomUUID()}`);
  const config = { ...quiet, dataDir, ...options.config };
  const app = await createApp({
    config,
    // Host names do not resolve, so that no test accesses the network.
    egress: createEgress({
      allow: parseEgressAllow(config.egressAllow),
      lookup: (_name, _options, found) => found(new Error('ENOTFOUND'), []),
    }),
    connectionString,
    clock: options.clock,
    roles: options.roles ?? ['api'],
    log: options.log ?? pino({ level: 'silent' }),
    jobPollSeconds: 0.5,
  });
  await app.http.listen({ port: 0, host: '127.0.0.1' });
  const url = app.http.listeningOrigin;
  const checker = createResponseChecker(app.domains);
  const call = (token: string | undefined) => callAs(url, checker, token);

  /** Creates users with tokens, optionally as members of an organization, in few statements. */
  const people = async (
    wanted: readonly { email?: string; verified?: boolean; role?: Role | null }[],
    organizationId?: string,
  ): Promise<Person[]> => {
    if (wanted.length === 0) return [];
    const { kernel } = app;
    const now = kernel.clock.now();
    const made = wanted.map(({ email = `${randomUUID()}@people.test`, verified = true, role = null }) => ({
      id: kernel.newId(),
      email,
      verified,
      role,
      secret: newSecret(),
    }));
    await kernel.db
      .insertInto('users')
      .values(
        made.map(({ id, email, verified }) => ({
          id,
          email,
          email_verified: verified,
          display_name: email.split('@')[0]!,
          created_at: now,
          updated_at: now,
        })),
      )
      .execute();
    await kernel.db
      .insertInto('tokens')
      .values(
        made.map(({ id, secret }) =>
          tokenValues({
            id: kernel.newId(),
            userId: id,
            secret,
            label: 'test',
            scopes: undefined,
            createdAt: now,
            expiresAt: undefined,
          }),
        ),
      )
      .execute();
    if (organizationId !== undefined)
      await join(
        organizationId,
        made.map(({ id, role }) => ({ id, role })),
      );
    return made.map(({ id, email, secret: token }) => ({
      id,
      email,
      token,
      call: call(token),
      ...apiClientOf(app.domains, call(token)),
    }));
  };

  const join = (organizationId: string, members: readonly { id: string; role: Role | null }[]) =>
    app.kernel.db
      .insertInto('members')
      .values(
        members.map(({ id, role }) => ({
          organization_id: organizationId,
          user_id: id,
          role,
          joined_at: app.kernel.clock.now(),
        })),
      )
      .execute();

  const person = async (email?: string, verified?: boolean): Promise<Person> =>
    (await people([{ ...(email && { email }), ...(verified !== undefined && { verified }) }]))[0]!;

  const member = async (organizationId: string, role: Role | null, who?: Person): Promise<Person> => {
    if (!who) return (await people([{ role }], organizationId))[0]!;
    await join(organizationId, [{ id: who.id, role }]);
    return who;
  };

  const members = (organizationId: string, roles: readonly (Role | null)[]): Promise<Person[]> =>
    people(
      roles.map((role) => ({ role })),
      organizationId,
    );

  const organization = async (title = 'Test organization'): Promise<TestOrganization> => {
    const admin = await person();
    const { body } = await admin.call('POST', '/orgs', { title });
    const [create, review, edit, comment, read, guest] = await members(body.id, [
      ...(['create', 'review', 'edit', 'comment', 'read', null] as const),
    ]);
    return {
      id: body.id,
      admin,
      create: create!,
      review: review!,
      edit: edit!,
      comment: comment!,
      read: read!,
      guest: guest!,
      ...contentFactoryOf(body.id, admin),
    };
  };

  /** Disables the memberships of a user directly in the database. */
  const disable = (someone: Person) =>
    app.kernel.db.updateTable('members').set({ disabled: true }).where('user_id', '=', someone.id).execute();

  /** The events of an object, oldest first. */
  const eventsOf = (targetId: string) =>
    app.kernel.db
      .selectFrom('events')
      .select(['organization_id as organization', 'action', 'payload', 'actor_id as actor'])
      .where('target_id', '=', targetId)
      .orderBy('id')
      .execute();

  // Background jobs also send queries, so the count is measured several times with pauses.
  const apartMs = options.roles?.includes('worker') ? 60 : 0;

  /** The number of queries of a read. Background jobs can only add queries, so the lowest count that occurred three times is taken. */
  const countQueries = async (
    work: () => Promise<unknown>,
    renew: () => Promise<unknown> = async () => {},
  ): Promise<number> => {
    const read = async () => (await app.metrics.queries.get()).values[0]?.value ?? 0;
    const counts: number[] = [];
    const least = () => Math.min(...counts);
    while (counts.filter((count) => count === least()).length < 3 && counts.length < 30) {
      await renew();
      await new Promise((resolve) => setTimeout(resolve, apartMs));
      const before = await read();
      await work();
      counts.push((await read()) - before);
    }
    return least();
  };

  return {
    app,
    url,
    dataDir,
    connectionString,
    checker,
    person,
    member,
    members,
    organization,
    disable,
    eventsOf,
    countQueries,
    anonymous: call(undefined),
    /** Calls the API with a token. */
    withToken: call,
    close: async () => {
      await app.close();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
};

// In watch mode a worker is reused: servers of old code are closed.
void closeSharedServers();

/** The server that test files without special options share; one per worker. */
export const sharedServer = (roles: readonly ServerRole[] = ['api']): Promise<TestServer> => {
  const server = sharedServers.get(roles.join()) ?? startServer({ roles: [...roles] });
  sharedServers.set(roles.join(), server);
  return server as Promise<TestServer>;
};

const callAs =
  (url: string, checker: ResponseChecker, token: string | undefined) =>
  async (method: string, path: string, body?: unknown): Promise<Answer> => {
    const { status, headers, text } = await sendRequest(`${url}/v1${path}`, {
      method,
      headers: {
        ...(token && { authorization: `Bearer ${token}` }),
        ...(body !== undefined && !(body instanceof FormData) && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: body instanceof FormData ? body : JSON.stringify(body) }),
    });
    const parsed = text === '' ? undefined : JSON.parse(text);
    const problems = checker.check(method, `/v1${path.split('?')[0]}`, status, parsed);
    if (problems.length > 0) throw new Error(`${problems.join('\n')}\n${text.slice(0, 2000)}`);
    return { status, headers, body: parsed };
  };

/** A running test server. */
export type TestServer = Awaited<ReturnType<typeof startServer>>;

/** The app of a test server. */
export type TestApp = App;
