import { describe, expect, test } from 'vitest';
import { publish } from '../../testing/published-integrations.ts';
import type { TestOrganization, TestServer } from '../../testing/server.ts';
import { withOrganization } from '../../testing/set-up.ts';

let server: TestServer;
let org: TestOrganization;
withOrganization((fresh) => {
  ({ server, org } = fresh);
});

describe('lists of integrations', () => {
  test('have all filters, pagination, and a constant number of queries', async () => {
    const owner = `owner=${org.id}`;
    const blocks = (pattern: string) => [{ id: 'b', title: 'Block', urlUnfurl: [pattern] }];
    const make = (title: string, more: object) => publish(org, { title, visibility: 'public', ...more });
    await make('Analytics', { categories: ['analytics'], target: 'site', scopes: ['site:views:read'] });
    await make('Blocks', { blocks: blocks('https://*.Example.com/**'), target: 'space' });
    await make('Figures', { blocks: blocks('https://figures.test/*') });
    await make('Sources', {
      contentSources: [{ id: 's', title: 'Source', configuration: { componentId: 'c' } }],
      target: 'organization',
    });
    const titles = async (query: string, list = '/integrations') => {
      const { status, body } = await org.admin.call('GET', `${list}?${owner}&${query}`);
      expect(status).toBe(200);
      expect(body.count).toBe(body.items.length);
      return body.items.map((item: { title: string }) => item.title);
    };
    for (const list of ['/integrations', `/orgs/${org.id}/integrations`]) {
      expect(await titles('', list)).toEqual(['Analytics', 'Blocks', 'Figures', 'Sources']);
      expect(await titles('search=fig', list)).toEqual(['Figures']);
      expect(await titles('search=%25', list)).toEqual([]);
      expect(await titles('category=analytics', list)).toEqual(['Analytics']);
      expect(await titles('scope=site:views:read', list)).toEqual(['Analytics']);
      expect(await titles('blocks=true', list)).toEqual(['Blocks', 'Figures']);
      expect(await titles('blocks=false', list)).toEqual(['Analytics', 'Sources']);
      expect(await titles('contentSources=true', list)).toEqual(['Sources']);
      expect(await titles('contentSources=false', list)).toEqual(['Analytics', 'Blocks', 'Figures']);
      expect(await titles('blockDomain=docs.example.com', list)).toEqual(['Blocks']);
      expect(await titles('blockDomain=figures.test', list)).toEqual(['Figures']);
      expect(await titles('blockDomain=example.org', list)).toEqual([]);
      expect(await titles('target=site', list)).toEqual(['Analytics', 'Figures']);
      expect(await titles('target=all', list)).toEqual(['Figures']);
    }
    for (const query of ['category=none', 'scope=none', 'target=none', 'blockDomain=a/b', 'blocks=perhaps'])
      expect((await org.admin.call('GET', `/integrations?${query}`)).status).toBe(400);
    const first = await org.admin.call('GET', `/integrations?${owner}&limit=3`);
    const second = await org.admin.call('GET', `/integrations?${owner}&limit=3&page=${first.body.next.page}`);
    expect([...first.body.items, ...second.body.items].map(({ title }) => title)).toEqual(await titles(''));
    expect(second.body).not.toHaveProperty('next');
    const cost = (limit: number) =>
      server.countQueries(() => org.admin.call('GET', `/integrations?${owner}&limit=${limit}`));
    expect(await cost(4)).toBe(await cost(1));
  });
});
