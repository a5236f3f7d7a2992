import type { Person, TestOrganization, TestServer } from '../testing/server.ts';
import type { FixtureName } from './fixture-names.ts';

/** The context in which fixtures are created. */
export interface FixtureContext {
  readonly organization: TestOrganization;
  /** The caller, who owns tokens and other organizations. */
  readonly caller: Person;
  /** The collection for contents; default: the root. */
  readonly parent?: string | undefined;
}

/** The fixtures created so far. */
export type CreatedFixtures = Partial<Record<FixtureName, string>>;

/** Creates a fixture; returns its id or name. */
export type CreateFixture = (
  server: TestServer,
  place: FixtureContext,
  made: CreatedFixtures,
) => Promise<string>;

/** How a fixture is created, and which ones it needs. */
export interface FixtureDefinition {
  readonly make: CreateFixture;
  readonly needs?: readonly FixtureName[];
}

/** Creates an object over HTTP; returns its id. */
export const createOverHttp = async (
  maker: Person,
  method: string,
  path: string,
  body: unknown,
  status = 201,
): Promise<string> => {
  const answer = await maker.call(method, path, body);
  if (answer.status !== status)
    throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
  return answer.body.id;
};
