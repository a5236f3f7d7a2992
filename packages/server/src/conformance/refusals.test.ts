import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { forbiddenAction } from '../kernel/auth/forbidden-action.ts';
import { startServer, type TestServer } from '../testing/server.ts';
import { entriesOf } from './operations.ts';

/** The 403 messages of all actions of all policies, to be read through. */
const SENTENCES = `
  You do not have permission to add conversations to this organization
  You do not have permission to cancel this import run
  You do not have permission to comment on this change request
  You do not have permission to comment on this discussion
  You do not have permission to comment on this space
  You do not have permission to create OpenAPI specifications in this organization
  You do not have permission to create content in this collection
  You do not have permission to create content in this organization
  You do not have permission to create content in this site
  You do not have permission to delete this comment
  You do not have permission to delete this comment reply
  You do not have permission to delete this team
  You do not have permission to edit the glossary of this organization
  You do not have permission to edit the visitor schema of this site
  You do not have permission to edit this OpenAPI specification
  You do not have permission to edit this change request
  You do not have permission to edit this comment
  You do not have permission to edit this comment reply
  You do not have permission to edit this installation
  You do not have permission to edit this site
  You do not have permission to edit this site installation
  You do not have permission to edit this space
  You do not have permission to edit this space installation
  You do not have permission to edit this translation
  You do not have permission to edit this user
  You do not have permission to install integrations in this organization
  You do not have permission to install integrations in this site
  You do not have permission to install integrations in this space
  You do not have permission to issue tokens of this installation
  You do not have permission to list the installed integrations of this organization
  You do not have permission to list the integrations of this organization
  You do not have permission to list the members of this organization
  You do not have permission to list the teams of this organization
  You do not have permission to manage teams in this organization
  You do not have permission to manage this collection
  You do not have permission to manage this integration
  You do not have permission to manage this organization
  You do not have permission to manage this site
  You do not have permission to manage this space
  You do not have permission to manage this team
  You do not have permission to merge change requests in this space
  You do not have permission to merge this change request
  You do not have permission to open this site
  You do not have permission to open this space
  You do not have permission to publish this site
  You do not have permission to queue tasks for this integration
  You do not have permission to rename this team
  You do not have permission to reply to this comment
  You do not have permission to reply to this comment reply
  You do not have permission to restore this space
  You do not have permission to review change requests in this space
  You do not have permission to review this change request
  You do not have permission to see the billing of this organization
  You do not have permission to see the glossary of this organization
  You do not have permission to see the invite links of this collection
  You do not have permission to see the invite links of this space
  You do not have permission to see the visitor schema of this site
  You do not have permission to see this OpenAPI specification
  You do not have permission to see this agent task
  You do not have permission to see this change request
  You do not have permission to see this collection
  You do not have permission to see this comment
  You do not have permission to see this comment reply
  You do not have permission to see this conversation
  You do not have permission to see this discussion
  You do not have permission to see this import run
  You do not have permission to see this installation
  You do not have permission to see this integration
  You do not have permission to see this organization
  You do not have permission to see this site
  You do not have permission to see this site installation
  You do not have permission to see this space
  You do not have permission to see this space installation
  You do not have permission to see this team
  You do not have permission to see this translation
  You do not have permission to see this user
  You do not have permission to see this webhook
  You do not have permission to see this webhook delivery
  You do not have permission to see who commented in this discussion
  You do not have permission to see who has access to this collection
  You do not have permission to see who has access to this space
  You do not have permission to start a Git synchronization of this space
  You do not have permission to uninstall this installation
  You do not have permission to uninstall this site installation
  You do not have permission to uninstall this space installation
  You do not have permission to update this agent task`;

describe('permission errors', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startServer();
  });
  afterAll(() => server.close());

  test('every action has a readable message', () => {
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

  test('the response contains the message', async () => {
    const org = await server.organization();
    const { body: space } = await org.admin.call('POST', `/orgs/${org.id}/spaces`, { title: 'Closed' });
    for (const [who, method, path, sentence] of [
      [
        org.guest,
        'GET',
        `/orgs/${org.id}/members`,
        'You do not have permission to list the members of this organization',
      ],
      [
        org.guest,
        'GET',
        `/orgs/${org.id}/translations-glossary`,
        'You do not have permission to see the glossary of this organization',
      ],
      [org.read, 'DELETE', `/spaces/${space.id}`, 'You do not have permission to manage this space'],
      [
        org.read,
        'GET',
        `/spaces/${space.id}/permissions/users`,
        'You do not have permission to see who has access to this space',
      ],
      [org.edit, 'POST', `/spaces/${space.id}/restore`, 'You do not have permission to restore this space'],
    ] as const) {
      const { status, body } = await who.call(method, path);
      expect([status, body.error.message]).toEqual([403, sentence]);
    }
  });
});
