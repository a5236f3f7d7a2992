import type { Person, TestOrganization, TestServer } from '../testing/server.ts';
import type { FixtureName } from './fixture-names.ts';

/** Where things are made, and for whom. */
export interface FixtureContext {
  readonly organization: TestOrganization;
  /** Who will call: tokens and other organizations are theirs. */
  readonly caller: Person;
  /** The collection in which contents are made; at the root without one. */
  readonly parent?: string | undefined;
}

/** What was made before. */
export type CreatedFixtures = Partial<Record<FixtureName, string>>;

/** Makes a thing; its name. */
export type CreateFixture = (
  server: TestServer,
  place: FixtureContext,
  made: CreatedFixtures,
) => Promise<string>;

/** How a thing is made, and after what. */
export interface FixtureDefinition {
  readonly make: CreateFixture;
  readonly needs?: readonly FixtureName[];
}

/** What somebody made over HTTP: its id. */
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
