import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { expect } from 'vitest';
import { createLiveSpace } from '../../packages/server/src/testing/content-factory.ts';
import { startServer } from '../../packages/server/src/testing/server.ts';
import { publishSite } from '../../packages/server/src/testing/sites.ts';
import { respondWith, startReceiver } from '../../packages/server/src/testing/webhook-receiver.ts';
import { createClients, type Scene } from '../client.ts';

const POLL_OPTIONS = { timeout: 240_000, interval: 50 };

/** A webhook receives events of a merge and a page view, and verifies them as documented. */
export const aWebhookReceivesEvents = async (_: Scene) => {
  const receiver = await startReceiver();
  // The server of the other stories does not run background jobs.
  const server = await startServer({ roles: ['api', 'worker'], config: { egressAllow: '127.0.0.1' } });
  try {
    await receiveEvents({ server, clients: createClients(server) }, receiver);
  } finally {
    await server.close();
    await receiver.close();
  }
};

const documented = (language: string): string => {
  const page = readFileSync(new URL('../../docs/guides/webhooks.md', import.meta.url), 'utf8');
  return new RegExp(`\`\`\`${language}\n([\\s\\S]*?)\`\`\``).exec(page)![1]!;
};

const receiveEvents = async (
  { server, clients }: Scene,
  receiver: Awaited<ReturnType<typeof startReceiver>>,
): Promise<void> => {
  const org = await server.organization('Webhooks');
  const space = await createLiveSpace(org);
  const site = await publishSite(server, org, [{ space }]);
  const at = `/orgs/${org.id}/webhooks`;
  const { body: webhook } = await org.admin.call('POST', at, {
    url: receiver.url,
    events: ['space_content_updated', 'site_view'],
  });

  const { spaces } = clients.as(org.admin);
  const { data: request } = await spaces.createChangeRequest(space, { subject: 'News' });
  await org.admin.call('POST', `/spaces/${space}/change-requests/${request.id}/content`, {
    changes: [{ operation: 'insert_page', title: 'News', document: { markdown: 'Something is new.' } }],
  });
  const { data: merged } = await spaces.mergeChangeRequest(space, request.id);
  await expect.poll(() => receiver.received.length, POLL_OPTIONS).toBe(1);
  const [got] = receiver.received;
  expect(got!.event).toMatchObject({
    type: 'space_content_updated',
    spaceId: space,
    revisionId: merged.revision,
  });

  const signature = String(got!.headers['x-lectern-signature']);
  const code = documented('js');
  const { isFromLectern } = (await import(`data:text/javascript,${encodeURIComponent(code)}`)) as {
    isFromLectern(header: string, body: Buffer, secret: string, now?: number): boolean;
  };
  const body = Buffer.from(got!.body);
  expect(isFromLectern(signature, body, webhook.secret)).toBe(true);
  expect(isFromLectern(signature, Buffer.from(`${got!.body} `), webhook.secret)).toBe(false);
  expect(isFromLectern(signature, body, 'another')).toBe(false);
  expect(isFromLectern(signature, body, webhook.secret, Date.now() + 600_000)).toBe(false);
  inPython(signature, got!.body, webhook.secret);

  const session = {
    visitorId: 'visitor',
    sessionId: 'session',
    cookies: {},
    userAgent: 'Mozilla/5.0',
    language: 'en',
    referrer: null,
  };
  const nowhere = { siteSection: null, siteSpace: null, siteShareKey: null, space: null, revision: null };
  const view = { type: 'page_view', session, location: { ...nowhere, url: site.url, page: null } };
  await clients.anonymous.orgs.trackEventsInSiteById(org.id, site.id, { events: [view] } as never);
  await expect.poll(() => receiver.received.length, POLL_OPTIONS).toBe(2);
  expect(receiver.received[1]!.event).toMatchObject({ type: 'site_view', siteId: site.id, url: site.url });

  receiver.respondBy(respondWith(410));
  await org.admin.call('POST', `${at}/${webhook.id}/ping`);
  await expect
    .poll(async () => (await org.admin.call('GET', `${at}/${webhook.id}`)).body, POLL_OPTIONS)
    .toMatchObject({ enabled: false, disabledReason: 'gone' });
};

/** Verifies the signature in Python, if it is installed. */
const inPython = (signature: string, body: string, secret: string): void => {
  const check = (given: string) =>
    execFileSync('python3', [
      '-c',
      `${documented('python')}\nimport sys\nprint(is_from_lectern(sys.argv[1], sys.argv[2].encode(), sys.argv[3]))`,
      signature,
      given,
      secret,
    ])
      .toString()
      .trim();
  try {
    execFileSync('python3', ['--version'], { stdio: 'ignore' });
  } catch {
    return;
  }
  expect([check(body), check(`${body} `)]).toEqual(['True', 'False']);
};
