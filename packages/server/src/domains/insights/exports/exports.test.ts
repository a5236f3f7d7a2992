import { gunzipSync } from 'node:zlib';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { testClock } from '../../../testing/server.ts';
import { type VisitedSite, withVisitedSite } from '../../../testing/site-visitors.ts';

describe('exports of events of site visitors', () => {
  const clock = testClock();
  let visited: VisitedSite;
  const { event, track } = withVisitedSite(clock, (made) => {
    visited = made;
  });
  const today = () => clock.now().toISOString().slice(0, 10);
  const read = (day: string, token = visited.org.admin.token) =>
    fetch(`${visited.server.url}/exports/orgs/${visited.org.id}/sites/${visited.site.id}/events/${day}`, {
      headers: { authorization: `Bearer ${token}` },
    });
  const linesOf = async (response: Response) =>
    gunzipSync(Buffer.from(await response.arrayBuffer()))
      .toString()
      .trimEnd()
      .split('\r\n');

  test('are all events of a day in the order of time, as compressed CSV', async () => {
    await track(event('page_view', 'anna'), event('search_type_query', 'anna', { query: 'the "best", way' }));
    const response = await read(today());
    expect([response.status, response.headers.get('content-disposition')]).toEqual([
      200,
      expect.stringContaining(`events-${today()}.csv.gz`),
    ]);
    const [header, ...lines] = await linesOf(response);
    expect(header).toMatch(/^time,type,visitor,session,.*,ad_domain,placement$/);
    expect(lines).toHaveLength(2);
    expect(lines.join('\n')).toContain('"the ""best"", way"');
    expect(lines.join('\n')).toContain(`"page_view"`);
    expect(lines.join('\n')).not.toContain('anna');
    // Of 36 columns, missing values are empty.
    expect(lines.find((line) => line.includes('page_view'))).toMatch(/,,,/);
  });

  test('go on after the first thousands, with events of the same instant', async () => {
    await track(event('page_view', 'anna'));
    await visited.server.app.services.siteEvents.flush();
    await sql`
      insert into site_events (organization_id, site_id, happened_at, type, visitor, session, display_context, url, device,
        browser, os, referrer, referrer_domain, claims)
      select ${visited.org.id}, ${visited.site.id}, ${clock.now()}::timestamptz - (n / 1500) * interval '1 second', 'page_view',
        n, n, 'site', '', '', '', '', '', '', '{}'
      from generate_series(1, 4500) n`.execute(visited.server.app.kernel.db);
    const [, ...lines] = await linesOf(await read(today()));
    expect(lines).toHaveLength(4501);
    expect(new Set(lines).size).toBe(4501);
  });

  test('are for administrators of the site, and leave out spaces that they may not view', async () => {
    await track(event('page_view', 'anna'));
    expect((await read(today(), visited.org.edit.token)).status).toBe(403);
    for (const day of ['2026-1-1', '2026-13-01', '2026-02-31', '0000-00-00'])
      expect([day, (await read(day)).status]).toEqual([day, 400]);
    expect(await linesOf(await read('2020-01-01'))).toHaveLength(1);
    await visited.org.admin.call('PATCH', `/spaces/${visited.spaces[0]}`, { defaultLevel: null });
    const seen = await linesOf(await read(today(), visited.org.create.token));
    expect(seen).toHaveLength(1);
  });
});
