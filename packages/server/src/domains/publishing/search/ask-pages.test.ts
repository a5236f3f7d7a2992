import { beforeEach, expect, test } from 'vitest';
import { createLiveSpace } from '../../../testing/content-factory.ts';
import type { TestOrganization, TestServer } from '../../../testing/server.ts';
import { withOrganization } from '../../../testing/set-up.ts';
import { insertPage } from '../../../testing/showcase.ts';
import { DESKTOP } from '../../../testing/site-visitors.ts';
import { type PublishedSite, publishSite } from '../../../testing/sites.ts';

let server: TestServer;
let org: TestOrganization;
let site: PublishedSite;
withOrganization((fresh) => {
  ({ server, org } = fresh);
});
beforeEach(async () => {
  const space = await createLiveSpace(org);
  const changes = [
    insertPage('Home', 'Welcome to the guides.'),
    insertPage('Billing', 'About money.\n\n## Invoices\n\nInvoices are sent on the first of the month.'),
    insertPage('Plans', '## Prices\n\n| Plan | Price |\n| --- | --- |\n| Team | 12 |'),
    insertPage('Hidden', 'Invoices are secretly sent by pigeon.', { hidden: true }),
  ];
  expect((await org.admin.call('POST', `/spaces/${space}/content`, { changes })).status).toBe(200);
  site = await publishSite(server, org, [{ space }]);
});

const answerQuestions = async (mode = 'search') => {
  const at = `/orgs/${org.id}/sites/${site.id}/customization`;
  const { body } = await org.admin.call('GET', at);
  const set = await org.admin.call('PUT', at, { ...body, ai: { mode } });
  expect(set.body.error).toBeUndefined();
};
const ask = (question: string) =>
  site.get(`/~lectern/ask?q=${encodeURIComponent(question)}`, { 'user-agent': DESKTOP });

test('a site that answers no questions has neither the page nor buttons that lead to it', async () => {
  expect((await ask('When are invoices sent?')).status).toBe(404);
  expect((await site.get('/')).text).not.toContain('~lectern/ask');
});

test('a question is answered with links to the sections, and search offers to ask', async () => {
  await answerQuestions();
  for (const path of ['/', '/~lectern/search?q=invoices'])
    expect((await site.get(path)).text).toMatch(/formaction="[^"]*~lectern\/ask\//);
  const { status, text, headers } = await ask('When are invoices sent?');
  expect([status, headers['x-robots-tag'], headers['cache-control']]).toEqual([
    200,
    expect.stringContaining('noindex'),
    expect.stringContaining('no-store'),
  ]);
  expect(text).toContain('Invoices are sent on the first of the month.');
  expect(text).toMatch(/href="[^"]*\/billing#invoices"[^>]*>Billing › Invoices/);
  expect(text).not.toContain('pigeon');
  expect((await site.get('/~lectern/ask')).text).toContain('Ask a question about this documentation');
});

test('a table is a table in the answer', async () => {
  await answerQuestions();
  const { text } = await ask('What are the prices of plans?');
  expect(text).toMatch(/<th scope="col"[^>]*>Plan<\/th>/);
  expect(text.replace(/<[^>]*>/g, ' ')).toMatch(/Team\s+12/);
});

test('a question without an answer is said to have none, and is listed among what readers did not find', async () => {
  await answerQuestions();
  const question = 'Does it <b>run</b> on a submarine?';
  const { text } = await ask(question);
  expect(text).toContain(
    'This documentation does not answer “Does it &lt;b&gt;run&lt;/b&gt; on a submarine?”.',
  );
  const { body } = await org.admin.request('listSiteMisses', {
    params: { organizationId: org.id, siteId: site.id },
    query: { kind: 'search' },
  });
  expect(body.items).toMatchObject([{ kind: 'search', text: question.toLowerCase(), count: 1 }]);
});
