import { beforeEach, describe, expect, test } from 'vitest';
import { createLiveSpace } from '../../../testing/content-factory.ts';
import type { TestOrganization, TestServer } from '../../../testing/server.ts';
import { withOrganization } from '../../../testing/set-up.ts';
import { type PublishedSite, publishSite, requestFromHost } from '../../../testing/sites.ts';

describe('feedback on pages', () => {
  let server: TestServer;
  let org: TestOrganization;
  let site: PublishedSite;
  let action: string;
  withOrganization((fresh) => {
    ({ server, org } = fresh);
  });

  const at = (rest: string) => `/orgs/${org.id}/sites/${site.id}${rest}`;
  const enable = async (enabled: boolean) => {
    const look = (await org.admin.call('GET', at('/customization'))).body;
    const { status } = await org.admin.call('PUT', at('/customization'), { ...look, feedback: { enabled } });
    expect(status).toBe(200);
  };
  const form = { 'content-type': 'application/x-www-form-urlencoded' };
  const send = (body: string, headers: Record<string, string> = {}, path = action) =>
    requestFromHost(server, site.host, path, { ...form, ...headers }, 'POST', body);
  const list = async (query = '', by = org.create) => (await by.call('GET', at(`/feedback${query}`))).body;

  beforeEach(async () => {
    const space = await createLiveSpace(org);
    const page = (title: string) => ({ operation: 'insert_page', title, document: { markdown: title } });
    await org.admin.call('POST', `/spaces/${space}/content`, { changes: [page('Start'), page('More')] });
    site = await publishSite(server, org, [{ space }]);
    await enable(true);
    action = /<form class="feedback" method="post" action="([^"]*)"/.exec(
      (await site.get('/more')).text,
    )![1]!;
  });

  test('is sent by a form without a script, and listed for administrators of the site', async () => {
    const sent = await send('rating=bad&comment=Not%20enough+%F0%9F%98%80');
    expect([sent.status, sent.headers.location]).toEqual([303, `${site.base}/more?feedback=thanks`]);
    const thanked = (await site.get('/more?feedback=thanks')).text;
    expect(thanked).toContain('Thanks for your feedback.');
    expect((await site.get('/more')).text).not.toContain('<p role="status">');
    expect((await send('rating=good&comment=', { accept: 'application/json' })).status).toBe(204);
    const { items, count } = await list();
    expect(count).toBe(2);
    expect(items).toMatchObject([
      { rating: 'good', source: 'page' },
      { rating: 'bad', comment: 'Not enough 😀', pageUrl: `http://${site.host}${site.base}/more` },
    ]);
    expect(items[0]).not.toHaveProperty('comment');
    const [siteSpace, page] = action.split('/').slice(-2);
    expect(items[1]).toMatchObject({ siteSpace, page });
    const first = await list('?limit=1');
    expect(first.items).toHaveLength(1);
    expect((await list(`?limit=1&page=${first.next.page}`)).items).toEqual([items[1]]);
    expect((await list('?rating=good')).count).toBe(1);
    expect((await list('?source=mcp')).count).toBe(0);
    expect((await list('', org.edit)).error.code).toBe(403);
    expect((await list('', org.guest)).error.code).toBe(404);
  });

  test.each([
    ['', 'body.rating'],
    ['rating=great', 'body.rating'],
    ['comment=x', 'body.rating'],
    [`rating=ok&comment=${'x'.repeat(513)}`, 'body.comment'],
    ['rating=ok&comment=%00', 'body.comment'],
  ])('invalid input is refused, with the name of the field: %.30s', async (body, path) => {
    const { status, text } = await send(body);
    expect([status, JSON.parse(text).error.details[0].path]).toEqual([400, path]);
    expect((await list()).count).toBe(0);
  });

  test('is accepted only where it is enabled, from pages of the site, and with a rate limit', async () => {
    const nowhere = [`${site.base}/~gitbook/feedback`, `${action}x`, `${action}/x`, `${site.base}/more`, '/'];
    for (const path of nowhere)
      expect([path, (await send('rating=ok', {}, path)).status]).toEqual([path, 404]);
    expect((await send('rating=ok', { 'sec-fetch-site': 'cross-site' })).status).toBe(403);
    expect((await send('{"rating":"ok"}', { 'content-type': 'text/plain' })).status).toBe(415);
    expect((await send('rating=%ff')).status).toBeLessThan(500);
    expect((await send(`rating=ok&comment=${'x'.repeat(70_000)}`)).status).toBe(413);
    const many = await Promise.all(Array.from({ length: 25 }, () => send('rating=ok')));
    const limited = many.filter(({ status }) => status === 429);
    expect(limited.length).toBeGreaterThan(3);
    expect(limited[0]!.headers['retry-after']).toMatch(/^\d+$/);
    expect((await list()).count).toBe(many.length - limited.length + 0);
    await enable(false);
    expect((await site.get('/more')).text).not.toContain('class="feedback"');
    expect((await send('rating=ok')).status).toBe(404);
  });

  test('is deleted with its site', async () => {
    await send('rating=ok');
    expect((await org.admin.call('DELETE', at(''))).status).toBe(204);
    const rows = await server.app.kernel.db
      .selectFrom('site_feedback')
      .select('id')
      .where('site_id', '=', site.id)
      .execute();
    expect(rows).toEqual([]);
  });
});
