import { expect, test } from 'vitest';
import type { TestOrganization, TestServer } from '../../../testing/server.ts';
import { withOrganization } from '../../../testing/set-up.ts';
import { createSpaceWith, insertPage, publishSpaces } from '../../../testing/showcase.ts';
import { requestFromHost } from '../../../testing/sites.ts';

let server: TestServer;
let org: TestOrganization;
withOrganization((fresh) => {
  ({ server, org } = fresh);
});

const specification = {
  openapi: '3.1.0',
  info: { title: 'Fruit', version: '1' },
  servers: [{ url: 'https://api.fruit.example/v1' }, { url: 'http://localhost:8080' }],
  paths: { '/apples': { get: { summary: 'List apples', responses: { 200: { description: 'OK' } } } } },
};

const published = async () => {
  const file = {
    ref: 'spec',
    name: 'fruit.json',
    base64: Buffer.from(JSON.stringify(specification)).toString('base64'),
    contentType: 'application/json',
  };
  const operation =
    '{% openapi src="./spec" path="/apples" method="get" %}\n[fruit.json](./spec)\n{% endopenapi %}';
  const space = await createSpaceWith(org, [
    { operation: 'insert_files', files: [file] },
    insertPage('Plain', 'Words.', { icon: 'github' }),
    insertPage('Drawn', '```mermaid\nflowchart LR\n  A --> B\n```'),
    insertPage('Fruit', operation),
  ]);
  const { host, pathname } = new URL((await publishSpaces(org, [space])).url);
  return (path: string) => requestFromHost(server, host, pathname + path);
};

const directive = (headers: Record<string, unknown>, name: string) =>
  String(headers['content-security-policy'])
    .split('; ')
    .find((one) => one.startsWith(`${name} `)) ?? '';

test('pages load the files that their blocks need, and no others', async () => {
  const ask = await published();
  const plain = await ask('');
  expect(plain.text).not.toMatch(/diagrams\.|api\.\w+\.(?:css|js)/);
  expect(plain.text).toContain('<symbol id="~icon-github" viewBox="');
  expect(directive(plain.headers, 'frame-src')).not.toContain("'self'");
  expect(directive(plain.headers, 'connect-src')).toBe("connect-src 'self'");

  const drawn = await ask('/drawn');
  const [, script] = /<script src="[^"]*?(\/~lectern\/assets\/diagrams\.\w+\.js)" defer>/.exec(drawn.text)!;
  expect(directive(drawn.headers, 'frame-src')).toContain("'self'");
  const source = (await ask(script!)).text;
  const [, base] = /\.\.\/(diagrams\/[^/']+\/)/.exec(source)!;
  const frame = await ask(`/~lectern/${base}frame.html`);
  expect([frame.status, frame.headers['x-frame-options']]).toEqual([200, 'SAMEORIGIN']);
  expect(directive(frame.headers, 'style-src')).toContain("'unsafe-inline'");
  expect(directive(frame.headers, 'script-src')).toBe("script-src 'self'");
  const module = await ask(`/~lectern/${base}mermaid.esm.min.mjs`);
  expect([module.status, module.headers['content-type']]).toEqual([200, 'text/javascript; charset=utf-8']);
  const chunk = /chunks\/mermaid\.esm\.min\/[\w-]+\.mjs/.exec(module.text)![0];
  expect((await ask(`/~lectern/${base}${chunk}`)).status).toBe(200);
  for (const path of ['version.txt', '../icons.json', 'chunks/..%2f..%2fversion.txt', 'nothing.mjs'])
    expect([400, 404]).toContain((await ask(`/~lectern/${base}${path}`)).status);
  // Pages of the site itself are never framed.
  expect(drawn.headers['x-frame-options']).toBe('DENY');

  await expect
    .poll(async () => directive((await ask('/fruit')).headers, 'connect-src'), { timeout: 60_000 })
    .toBe("connect-src 'self' https://api.fruit.example http://localhost:8080");
  const fruit = await ask('/fruit');
  expect(fruit.text).toMatch(/<link rel="stylesheet" href="[^"]*\/api\.\w+\.css">/);
  expect(fruit.text).toContain('data-try="');
});
