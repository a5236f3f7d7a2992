import { test } from 'vitest';
import { startServer } from '../testing/server.ts';
import { makeThings } from './things.ts';
test('probe', async () => {
  const server = await startServer();
  const org = await server.organization();
  const time = async (name: string, n: number, f: () => Promise<unknown>) => {
    await f();
    const c = process.cpuUsage(); const t = performance.now();
    for (let i = 0; i < n; i++) await f();
    const d = process.cpuUsage(c);
    console.log(name, ((performance.now() - t) / n).toFixed(2), 'ms wall', ((d.user + d.system) / 1000 / n).toFixed(2), 'ms cpu');
  };
  await time('GET user', 200, () => org.admin.call('GET', '/user'));
  await time('raw GET user', 200, () => fetch(`${server.url}/v1/user`, { headers: { authorization: `Bearer ${org.admin.token}` } }).then((r) => r.text()));
  await time('member', 100, () => server.member(org.id, 'read'));
  await time('create space', 100, () => org.admin.call('POST', `/orgs/${org.id}/spaces`, { title: 'x' }));
  await time('create collection', 100, () => org.admin.call('POST', `/orgs/${org.id}/collections`, { title: 'x' }));
  await time('list spaces', 30, () => org.admin.call('GET', `/orgs/${org.id}/spaces`));
  await time('list collections', 30, () => org.admin.call('GET', `/orgs/${org.id}/collections`));
  await time('list members', 30, () => org.admin.call('GET', `/orgs/${org.id}/members`));
  await time('team', 100, () => org.admin.call('PUT', `/orgs/${org.id}/teams`, { title: 'x' }));
  await time('elsewhere', 50, () => makeThings(server, { organization: org, caller: org.admin }, ['elsewhereId']));
  await server.close();
});
