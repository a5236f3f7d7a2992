import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { contractOperations } from '../packages/server/src/conformance/contract-operations.ts';
import { startServer, type TestServer } from '../packages/server/src/testing/server.ts';
import { createClients, type Scene } from './client.ts';
import * as assistants from './stories/assistants.ts';
import * as changeRequests from './stories/change-requests.ts';
import * as comments from './stories/comments.ts';
import * as content from './stories/content.ts';
import * as contents from './stories/contents.ts';
import * as conversations from './stories/conversations.ts';
import * as files from './stories/files.ts';
import * as git from './stories/git.ts';
import * as imports from './stories/imports.ts';
import * as integrations from './stories/integrations.ts';
import * as notifications from './stories/notifications.ts';
import * as openapi from './stories/openapi.ts';
import { OPENID_HOST, usersSignInByOpenidConnect } from './stories/openid-connect.ts';
import * as pdf from './stories/pdf.ts';
import * as people from './stories/people.ts';
import * as renderer from './stories/renderer.ts';
import * as singleSignOn from './stories/single-sign-on.ts';
import * as siteReaders from './stories/site-readers.ts';
import * as siteSettings from './stories/site-settings.ts';
import * as sites from './stories/sites.ts';
import * as translations from './stories/translations.ts';
import * as webhooks from './stories/webhooks.ts';

// The domains whose operations must all be called by stories, and the exceptions.
const DOMAINS = [
  'identity',
  'organizations',
  'teams',
  'access',
  'collections',
  'spaces',
  'comments',
  'conversations',
  'sso',
];
const NOT_YET_CALLED: string[] = [];

// "aTeamIsCreatedAndDeleted" reads "a team is created and deleted".
const titleOf = (name: string) => name.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);

describe('the official client', () => {
  let server: TestServer;
  let scene: Scene;

  beforeAll(async () => {
    server = await startServer({ config: { egressAllow: OPENID_HOST } });
    scene = { server, clients: createClients(server) };
  });
  afterAll(() => server.close());

  const stories = {
    ...people,
    ...singleSignOn,
    usersSignInByOpenidConnect,
    ...contents,
    ...content,
    ...files,
    ...pdf,
    ...openapi,
    ...imports,
    ...integrations,
    ...comments,
    ...changeRequests,
    ...conversations,
    ...git,
    ...notifications,
    ...siteReaders,
    ...sites,
    ...siteSettings,
    ...assistants,
    ...renderer,
    ...translations,
    ...webhooks,
  };
  for (const [name, story] of Object.entries(stories)) test(titleOf(name), () => story(scene));

  test('has called every operation of these domains successfully', () => {
    const expected = contractOperations.filter(
      ({ tier, domain, operationId }) =>
        ['1', '2'].includes(tier) && DOMAINS.includes(domain) && !NOT_YET_CALLED.includes(operationId),
    );
    expect(expected.length).toBeGreaterThan(60);
    const missing = expected.filter(({ operationId }) => !scene.clients.hasSucceeded(operationId));
    expect(missing.map(({ operationId }) => operationId)).toEqual([]);
  });
});
