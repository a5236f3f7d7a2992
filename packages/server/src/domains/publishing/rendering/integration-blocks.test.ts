import path from 'node:path';
import lz from 'lz-string';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  accessibilityViolations,
  CHROMIUM,
  openBrowser,
  openPage,
  overflowOf,
} from '../../../../../site/src/testing/browser.ts';
import { bundleIntegration, renderingScript } from '../../../testing/integration-scripts.ts';
import { install, publish } from '../../../testing/published-integrations.ts';
import { eventsOf } from '../../../testing/reporter-integration.ts';
import { type TestOrganization, type TestServer, testClock } from '../../../testing/server.ts';
import { withOrganization } from '../../../testing/set-up.ts';
import { callOrThrow, createSpaceWith, insertPage, publishSpaces } from '../../../testing/showcase.ts';
import { asRenderer, requestFromHost } from '../../../testing/sites.ts';

/** Folder for screenshots, if set. */
const { PICTURES } = process.env;

const clock = testClock();
let server: TestServer;
let org: TestOrganization;
withOrganization(
  (fresh) => {
    ({ server, org } = fresh);
  },
  { clock },
);

let script: string;
beforeAll(async () => {
  script = await bundleIntegration('block');
});

const BLOCKS = ['counter', 'showcase', 'slow', 'broken'].map((id) => ({ id, title: id }));

/** A published page with a block of an integration installed in its space. */
const shownIn = async (
  markdown: (name: string) => string,
  manifest: object = {},
  pages: (name: string) => readonly ReturnType<typeof insertPage>[] = () => [],
) => {
  const name = await publish(org, { script, blocks: BLOCKS, ...manifest });
  const { at } = await install(org, name);
  const space = await createSpaceWith(org, [
    insertPage('Welcome', `Before.\n\n${markdown(name)}\n\nAfter.`),
    insertPage('Plain', 'Nothing special.'),
    ...pages(name),
  ]);
  await callOrThrow(org, 'POST', `${at}/spaces`, { space });
  const site = await publishSpaces(org, [space]);
  return { name, at, space, site };
};

const get = async (url: string) => {
  const { host, pathname } = new URL(url);
  const { status, text, headers } = await requestFromHost(server, host, pathname);
  return { status, text, policy: String(headers['content-security-policy']) };
};
const rendersOf = async (name: string) =>
  (await eventsOf(org, name)).filter(({ payload }) => payload.type === 'ui_render');

const element = (text: string) =>
  `{ type: 'element', state: {}, props: {}, element: { type: 'block', children: [${text}] } }`;

describe('integration blocks in pages', () => {
  test('render their components in the language of the page', async () => {
    const { site, name } = await shownIn((one) => `{% @${one}/showcase name="Ada" %}`);
    const { status, text, policy } = await get(site.url);
    expect(status).toBe(200);
    for (const piece of [
      '<strong>Bold words</strong>',
      'A hint of something',
      '<hr>',
      'href="https://example.com/more"',
      'href="https://example.com/open"',
      '<strong>strong</strong> Markdown',
      'Hello Ada',
    ])
      expect(text).toContain(piece);
    expect(text).toMatch(
      /<button [^>]*data-action="{&quot;action&quot;:&quot;none&quot;}"[^>]*><span>Press<\/span>/,
    );
    const endpoint = `${server.url}/~integrations/${name}/`;
    expect(text).toMatch(
      new RegExp(
        `<iframe src="${endpoint}integration/frame"[^>]* sandbox="allow-scripts allow-forms allow-popups"`,
      ),
    );
    expect(policy).toMatch(new RegExp(`frame-src [^;]* ${endpoint}(?:;|$)`));
    expect(text).toMatch(/blocks\.\w+\.css/);
    const plain = await get(`${site.url}/plain`);
    expect(plain.text).not.toMatch(/blocks\.\w+\.css|(?:frames|forms)\.\w+\.js/);
    expect(plain.policy).not.toContain('~integrations');
  });

  test('learn nothing of the reader, and are rendered again when they expire', async () => {
    const { site, name } = await shownIn((one) => `{% @${one}/counter by=2 %}`);
    expect((await get(site.url)).text).toContain('Counted to 0');
    expect((await get(site.url)).text).toContain('Counted to 0');
    await expect.poll(() => rendersOf(name)).toHaveLength(1);
    const { payload } = (await rendersOf(name))[0]!;
    expect(payload).toMatchObject({ componentId: 'counter', context: { editable: false } });
    expect(payload).not.toHaveProperty('auth');
    clock.advance(61_000);
    expect((await get(site.url)).text).toContain('Counted to 0');
    await expect.poll(() => rendersOf(name)).toHaveLength(2);
  });

  test('change with the version, and disappear with the installation, at once', async () => {
    const { site, name, at, space } = await shownIn((one) => `{% @${one}/counter %}`);
    const text = async () => (await get(site.url)).text;
    expect(await text()).toContain('Counted to 0');
    await publish(org, { script: script.replace('Counted to', 'Reached'), blocks: BLOCKS }, name);
    expect(await text()).toContain('Reached 0');
    await callOrThrow(org, 'DELETE', `${at}/spaces/${space}`);
    expect(await text()).not.toContain('Reached');
    expect(await text()).toMatch(/Before\.[\s\S]*After\./);
    await callOrThrow(org, 'POST', `${at}/spaces`, { space });
    expect(await text()).toContain('Reached 0');
    await callOrThrow(org, 'DELETE', at);
    expect(await text()).not.toContain('Reached');
  });

  test('are only components that are declared as blocks, not those for configuration', async () => {
    const { site, name } = await shownIn((one) => `{% @${one}/settings %}`);
    expect((await get(site.url)).text).not.toContain('Message');
    expect(await rendersOf(name)).toEqual([]);
  });

  test('fail individually, with a message', async () => {
    const code = `
      if (event.componentId === 'slow') await new Promise((resolve) => setTimeout(resolve, 8_000));
      if (event.componentId === 'broken') throw new Error('inner secret');
      return Response.json(${element(`{ type: 'text', children: ['Here is ' + event.componentId] }`)});`;
    const { site } = await shownIn(
      (one) => ['slow', 'broken', 'counter'].map((block) => `{% @${one}/${block} %}`).join('\n\n'),
      { script: renderingScript(code) },
      (one) => [insertPage('Warm', `{% @${one}/counter %}`)],
    );
    // The process of the script has started, however busy the machine is.
    await expect
      .poll(async () => {
        clock.advance(11_000);
        return (await get(`${site.url}/warm`)).text;
      })
      .toContain('Here is counter');
    const { status, text } = await get(site.url);
    // The page does not wait for the slow block.
    expect([status, text.match(/could not be shown/g)?.length]).toEqual([200, 2]);
    expect(text).toContain('Here is counter');
    expect(text).not.toContain('secret');
    // The next reader gets the block.
    await expect
      .poll(async () => {
        clock.advance(11_000);
        return (await get(site.url)).text;
      })
      .toContain('Here is slow');
  });

  test.each([
    ['nothing of the kind', `return new Response('<h1>Hi</h1>')`, true],
    ['no elements', `return Response.json({ type: 'element', element: [] })`, true],
    ['that there is nothing', `return Response.json({ type: 'complete' })`, false],
    ['too much', `return Response.json(${element(`'x'.repeat(2_000_000)`)})`, true],
  ])('may respond with %s without harm', async (_, code, isSaid) => {
    const { site } = await shownIn((one) => `{% @${one}/counter %}`, { script: renderingScript(code) });
    const { status, text } = await get(site.url);
    expect([status, text.includes('could not be shown')]).toEqual([200, isSaid]);
    expect(text).toMatch(/Before\.[\s\S]*After\./);
  });

  test('cannot run scripts, embed frames or link to URLs that pages may not', async () => {
    const hostile = [
      `{ type: 'text', children: ['<script>window.evil = 1</script>'] }`,
      `{ type: 'link', target: { url: 'javascript:evil()' }, children: ['click'] }`,
      `{ type: 'button', label: '"><img src=x onerror=evil()>', onPress: { action: '@ui.url.open', url: 'data:text/html,evil' } }`,
      `{ type: 'image', source: { url: 'javascript:evil()' }, aspectRatio: 1 }`,
      `{ type: 'webframe', source: { url: 'http://evil.example/' } }`,
      `{ type: 'webframe', source: { url: 'javascript:evil()' } }`,
      `{ type: 'webframe', source: { url: 'https://user:pass@evil.example/' } }`,
      `{ type: 'webframe', source: { url: 'https://frames.example/a;script-src *' }, data: { a: '"><script>evil()</script>' } }`,
      ...['a;script-src-elem', '*', 'a,b.example', '*.evil.example', "a'b.example", 'one-word', '[::1]'].map(
        (host) => `{ type: 'webframe', source: { url: ${JSON.stringify(`https://${host}/framed`)} } }`,
      ),
      `{ type: 'markdown', content: '<img src=x onerror=evil()> [a](javascript:evil())' }`,
      `{ type: 'textinput', state: '"><script>evil()</script>', placeholder: '" onfocus="evil()', inputType: 'image', initialValue: { a: 1 } }`,
      `{ type: 'textinput', state: 5, multiline: true, initialValue: '</textarea><script>evil()</script>' }`,
      `{ type: 'select', state: '__proto__', options: [{ id: '"><script>evil()</script>', label: '<script>evil()</script>' }, null, 5], initialValue: {} }`,
      `{ type: 'select', state: 'a', options: { url: 'javascript:evil()' } }, { type: 'checkbox', state: 'b' }, { type: 'radio' }, { type: 'switch' }`,
      `{ type: 'input', label: { a: 1 }, hint: [[]], element: 'x' }, { type: 'input' }, { type: 'input', label: '<script>evil()</script>', element: { type: 'constructor' } }`,
      `{ type: 'button', onPress: { action: '"><script>evil()</script>' }, confirm: { title: '"><script>' } }`,
      `{ type: '__proto__', children: ['Proto'] }`,
      `{ type: 'unheard-of', children: [{ type: 'text', children: 'Inside' }] }`,
      `(() => { let deep = 'Deepest'; for (let at = 0; at < 500; at++) deep = { type: 'box', children: [deep] }; return deep; })()`,
      `null, 5, true, [], { children: { children: {} } }`,
    ];
    const { site } = await shownIn((one) => `{% @${one}/counter %}`, {
      script: renderingScript(`return Response.json(${element(hostile.join(', '))});`),
    });
    const { status, text, policy } = await get(site.url);
    expect(status).toBe(200);
    expect(text).toContain('Inside');
    expect(text).toContain('Proto');
    expect(text).not.toContain('Deepest');
    expect(text).not.toMatch(/<script>|<img src="?x|(?:href|src)="(?:javascript|data:text)|evil\.example/);
    expect(text).toContain('<iframe src="https://frames.example/');
    expect(text).not.toContain('/framed');
    expect(policy).toMatch(/frame-src [^;]* https:\/\/frames\.example(?:;|$)/);
    expect(policy).toContain("script-src 'self';");
    expect(policy).not.toMatch(/script-src-elem|https:\/\/\*|,|evil|one-word|\[|a'b/);
  });

  test('cost nothing in cached pages, however many there are', async () => {
    const many = await shownIn((one) => [1, 2, 3].map((by) => `{% @${one}/counter by=${by} %}`).join('\n\n'));
    const without = await publishSpaces(org, [
      await createSpaceWith(org, [insertPage('Plain', 'Nothing special.')]),
    ]);
    for (const url of [many.site.url, `${many.site.url}/plain`, without.url]) await get(url);
    const counted = (url: string) => server.countQueries(() => get(url));
    // A cached page takes one query, for the state of the site.
    expect(await counted(`${many.site.url}/plain`)).toBe(await counted(without.url));
    expect(await counted(many.site.url)).toBe(await counted(without.url));
  });
});

describe('integration blocks for other renderers', () => {
  test('are rendered for site tokens, in visible spaces; other components are not', async () => {
    const { site, name, space, at } = await shownIn((one) => `{% @${one}/counter %}`);
    const { call } = await asRenderer(server, site.url);
    const asking = (more: object = {}) => ({
      componentId: 'counter',
      props: {},
      context: { type: 'document', theme: 'light', spaceId: space, editable: true },
      ...more,
    });
    const render = (body: object, of = name) => call('POST', `/integrations/${of}/render`, body);
    const first = await render(asking());
    expect([first.status, first.headers.get('cache-control')]).toEqual([200, 'private, max-age=60']);
    expect(first.body).toMatchObject({ state: { count: 0 }, element: { type: 'block' } });
    const request = lz.compressToEncodedURIComponent(JSON.stringify(asking()));
    expect((await call('GET', `/integrations/${name}/render?request=${request}`)).body).toEqual(first.body);
    const pressed = await render(asking({ state: { count: 5 }, action: { action: 'add' } }));
    expect([pressed.body.state, pressed.headers.get('cache-control')]).toEqual([
      { count: 6 },
      'private, no-cache',
    ]);
    const other = await org.space('Other');
    await callOrThrow(org, 'POST', `${at}/spaces`, { space: other });
    const contextOf = (more: object) =>
      asking({ context: { type: 'document', theme: 'light', editable: false, ...more } });
    for (const [body, of] of [
      [asking({ componentId: 'settings' }), name],
      [contextOf({ spaceId: other }), name],
      [asking({ context: { type: 'configuration_space', theme: 'light', spaceId: space } }), name],
      [asking({ context: { type: 'configuration_account', theme: 'light', organizationId: org.id } }), name],
      [asking(), 'none'],
      [asking(), '__proto__'],
    ] as const)
      expect([of, (await render(body, of)).status]).toEqual([of, 404]);
    await callOrThrow(org, 'PATCH', at, { status: 'paused' });
    expect((await render(asking())).status).toBe(404);
  });
});

describe.skipIf(!CHROMIUM)('integration blocks in a browser', () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await openBrowser();
  });
  afterAll(() => browser?.close());

  test('match the style of the page, and their frames run without an origin', async () => {
    const { site } = await shownIn(
      (one) => `{% @${one}/showcase name="Ada" %}\n\n{% @${one}/counter %}\n\n{% @${one}/broken %}`,
    );
    const { page, errors } = await openPage(browser, site.url);
    const frame = page.frameLocator('iframe[data-webframe]');
    await frame.locator('#told', { hasText: 'Hello Ada' }).waitFor();
    await expect.poll(() => page.locator('iframe').evaluate((one) => one.clientHeight)).toBe(123);
    const inside = page.frames().find((one) => one !== page.mainFrame())!;
    expect(await inside.evaluate('self.origin')).toBe('null');
    expect(errors).toEqual([]);
    expect(await overflowOf(page)).toBe(0);
    expect(await accessibilityViolations(page)).toEqual([]);
    if (PICTURES) await page.screenshot({ path: path.join(PICTURES, 'blocks.png'), fullPage: true });
    await page.close();
  });

  test('frames get the size that they request, up to a limit', async () => {
    const { site } = await shownIn((one) => `{% @${one}/showcase name="Ada" %}`);
    const { page, errors } = await openPage(browser, site.url);
    const height = () => page.locator('iframe').evaluate((one) => one.clientHeight);
    await expect.poll(height).toBe(123);
    const inside = page.frames().find((one) => one !== page.mainFrame())!;
    const say = (message: unknown) => inside.evaluate(`parent.postMessage(${JSON.stringify(message)}, '*')`);
    const resize = (size: unknown) => say({ action: { action: '@webframe.resize', size } });
    const embedded = (more: object) => JSON.stringify({ context: 'iframe.resize', ...more });
    for (const [ask, expected] of [
      [() => resize({ aspectRatio: 2, maxHeight: 90, maxWidth: 300 }), 90],
      [() => say(embedded({ height: 150 })), 150],
      [() => resize({ height: 110, maxHeight: 90 }), 110],
      [() => resize({ maxHeight: 1e9 }), 4000],
      [() => resize({ height: 120 }), 120],
      [() => say(embedded({ height: 1e9 })), 4000],
      [() => resize({ height: '130' }), 130],
      [() => resize({ aspectRatio: 1e-6 }), 4000],
    ] as const) {
      await ask();
      await expect.poll(height).toBe(expected);
    }
    // Content that scales with its frame leaves no empty space below it on narrow screens.
    await resize({ aspectRatio: 10, maxHeight: 600, maxWidth: 6000 });
    const width = await page.locator('iframe').evaluate((one) => one.clientWidth);
    await expect.poll(async () => Math.abs((await height()) - width / 10)).toBeLessThan(1);
    for (const nonsense of ['{', 'null', '5', embedded({ height: 'x' }), embedded({ height: -5 }), null])
      await say(nonsense);
    for (const nonsense of [null, {}, { maxHeight: 'x' }, { height: {} }]) await resize(nonsense);
    await resize({ height: 140 });
    await expect.poll(height).toBe(140);
    expect(errors).toEqual([]);
    await page.close();
  });
});
