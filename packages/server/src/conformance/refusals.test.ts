import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { forbiddenAction } from '../kernel/auth/forbidden-action.ts';
import { startServer, type TestServer } from '../testing/server.ts';
import { entriesOf } from './operations.ts';

/** How a 403 speaks of every action of every policy, for somebody to read whether that is English. */
const SENTENCES = `
  You may not add conversations to this organization
  You may not cancel this import run
  You may not comment on this change request
  You may not comment on this discussion
  You may not comment on this space
  You may not create OpenAPI specifications in this organization
  You may not create content in this collection
  You may not create content in this organization
  You may not delete this comment
  You may not delete this comment reply
  You may not delete this team
  You may not edit the glossary of this organization
  You may not edit this OpenAPI specification
  You may not edit this change request
  You may not edit this comment
  You may not edit this comment reply
  You may not edit this installation
  You may not edit this site installation
  You may not edit this space
  You may not edit this space installation
  You may not edit this translation
  You may not edit this user
  You may not install integrations in this organization
  You may not install integrations in this space
  You may not issue tokens of this installation
  You may not list the installed integrations of this organization
  You may not list the integrations of this organization
  You may not list the members of this organization
  You may not list the teams of this organization
  You may not look after teams in this organization
  You may not manage this collection
  You may not manage this integration
  You may not manage this organization
  You may not manage this site
  You may not manage this space
  You may not manage this team
  You may not merge change requests in this space
  You may not merge this change request
  You may not open this space
  You may not publish this site
  You may not put tasks off for this integration
  You may not rename this team
  You may not reply to this comment
  You may not reply to this comment reply
  You may not restore this space
  You may not review change requests in this space
  You may not review this change request
  You may not see the billing of this organization
  You may not see the glossary of this organization
  You may not see the invite links of this collection
  You may not see the invite links of this space
  You may not see this OpenAPI specification
  You may not see this change request
  You may not see this collection
  You may not see this comment
  You may not see this comment reply
  You may not see this conversation
  You may not see this discussion
  You may not see this import run
  You may not see this installation
  You may not see this integration
  You may not see this organization
  You may not see this site
  You may not see this site installation
  You may not see this space
  You may not see this space installation
  You may not see this team
  You may not see this translation
  You may not see this user
  You may not see this webhook
  You may not see this webhook delivery
  You may not see who commented in this discussion
  You may not see who has access to this collection
  You may not see who has access to this space
  You may not start a Git synchronization of this space
  You may not uninstall this installation
  You may not uninstall this site installation
  You may not uninstall this space installation`;

describe('refusals', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startServer();
  });
  afterAll(() => server.close());

  test('every action makes a sentence', () => {
    const sentences = entriesOf(server.app.domains).flatMap(({ operation: { permission } }) =>
      typeof permission === 'string'
        ? []
        : Object.keys(permission.policy.can).map(
            (can) => forbiddenAction(can, permission.policy.name).message,
          ),
    );
    expect([...new Set(sentences)].sort()).toEqual(
      SENTENCES.trim()
        .split('\n')
        .map((line) => line.trim()),
    );
  });

  test('and the guard speaks it', async () => {
    const org = await server.organization();
    const { body: space } = await org.admin.call('POST', `/orgs/${org.id}/spaces`, { title: 'Closed' });
    for (const [who, method, path, sentence] of [
      [org.guest, 'GET', `/orgs/${org.id}/members`, 'You may not list the members of this organization'],
      [
        org.guest,
        'GET',
        `/orgs/${org.id}/translations-glossary`,
        'You may not see the glossary of this organization',
      ],
      [org.read, 'DELETE', `/spaces/${space.id}`, 'You may not manage this space'],
      [
        org.read,
        'GET',
        `/spaces/${space.id}/permissions/users`,
        'You may not see who has access to this space',
      ],
      [org.edit, 'POST', `/spaces/${space.id}/restore`, 'You may not restore this space'],
    ] as const) {
      const { status, body } = await who.call(method, path);
      expect([status, body.error.message]).toEqual([403, sentence]);
    }
  });
});
