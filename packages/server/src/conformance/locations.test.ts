import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isJsonOperation } from '../kernel/contract/operation.ts';
import { type Person, startServer, type TestServer } from '../testing/server.ts';
import { EXAMPLES, paramsOf } from './examples.ts';
import { createFixtures, type Fixtures } from './fixtures.ts';
import { type Entry, entriesOf, fillPath } from './operations.ts';
import { send } from './request.ts';

interface Located {
  readonly object?: string;
  readonly id?: string;
  readonly urls: { readonly location: string };
}

/** All objects in a response that have a location. */
const locatedIn = (value: unknown): Located[] => {
  if (typeof value !== 'object' || value === null) return [];
  const inner = Object.values(value).flatMap(locatedIn);
  return (value as Partial<Located>).urls?.location ? [value as Located, ...inner] : inner;
};

describe('locations', () => {
  let server: TestServer;
  let admin: Person;
  let table: Entry[];
  let things: Fixtures;

  beforeAll(async () => {
    // Its own: integrations of other organizations, which all may see, name organizations that this one may not.
    server = await startServer();
    table = entriesOf(server.app.domains).filter(({ operation }) => isJsonOperation(operation));
    const organization = await server.organization();
    admin = organization.admin;
    things = await createFixtures(server, { organization, caller: admin });
  });

  afterAll(() => server.close());

  const get = (path: string) => send(server, { method: 'GET', path, token: admin.token });

  test('urls.location of every object in every response leads to that object', async () => {
    const kinds = new Set<string>();
    for (const entry of table.filter(({ operation }) => operation.method === 'GET')) {
      const example = EXAMPLES[entry.operationId];
      const { body } = await get(fillPath(entry.path, paramsOf(entry, things, example)));
      for (const { object, id, urls } of locatedIn(body)) {
        // Installations have no `object` field.
        kinds.add(object ?? 'installation');
        expect(urls.location.startsWith(`${server.url}/v1/`), urls.location).toBe(true);
        const found = await get(urls.location.slice(server.url.length));
        expect([entry.operationId, object, urls.location, found.status]).toEqual([
          entry.operationId,
          object,
          urls.location,
          200,
        ]);
        // Some responses wrap the object.
        const parts = [found.body, ...(Object.values(found.body) as { object?: string; id?: string }[])];
        const own = parts.find((part) => part?.object === object);
        expect([urls.location, own?.object, own?.id]).toEqual([urls.location, object, id]);
      }
    }
    expect([...kinds].sort()).toEqual([
      'agent-instructions',
      'agent-task',
      'audit-event',
      'change-request',
      'change-request-review',
      'collection',
      'comment',
      'comment-reply',
      'conversation',
      'conversation-issue',
      'custom-hostname',
      'glossary-entry',
      'import-run',
      'installation',
      'integration',
      'invite',
      'issues-cluster',
      'notification',
      'oidc-provider',
      'openapi-spec',
      'openapi-spec-version',
      'organization',
      'revision',
      'saml-provider',
      'scim-provisioning',
      'site',
      'site-mcp-server',
      'space',
      'token',
      'translation',
      'user',
      'webhook',
      'webhook-delivery',
    ]);
  });
});
