import path from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  accessibilityViolations,
  CHROMIUM,
  openBrowser,
  openPage,
  overflowOf,
} from '../../../../../site/src/testing/browser.ts';
import { renderingScript } from '../../../testing/integration-scripts.ts';
import { install, publish } from '../../../testing/published-integrations.ts';
import type { TestOrganization, TestServer } from '../../../testing/server.ts';
import { withOrganization } from '../../../testing/set-up.ts';
import { callOrThrow, createSpaceWith, insertPage, publishSpaces } from '../../../testing/showcase.ts';
import { requestFromHost } from '../../../testing/sites.ts';

/** Folder for screenshots, if set. */
const { PICTURES } = process.env;

let server: TestServer;
let org: TestOrganization;
withOrganization((fresh) => {
  ({ server, org } = fresh);
});

/** A published page, and an integration with the block `counter` in its space. */
const shownIn = async (markdown: (name: string) => string, manifest: object) => {
  const name = await publish(org, { blocks: [{ id: 'counter', title: 'Counter' }], ...manifest });
  const { at } = await install(org, name);
  const space = await createSpaceWith(org, [
    insertPage('Start', 'Before.'),
    insertPage('Welcome', markdown(name)),
  ]);
  await callOrThrow(org, 'POST', `${at}/spaces`, { space });
  const site = await publishSpaces(org, [space]);
  return { name, at, space, site: { ...site, url: `${site.url}/welcome` } };
};

const get = async (url: string) => {
  const { host, pathname } = new URL(url);
  return requestFromHost(server, host, pathname);
};

/** A block that shows the state and the action that it gets. */
const ECHO = `const told = JSON.stringify({ state: event.state, action: event.action, props: event.props, auth: event.auth });
  if (event.action?.action === 'refuse') return Response.json({ error: 'Not like this' }, { status: 422 });
  if (event.action?.action === 'crash') throw new Error('inner secret');
  if (event.action?.action === 'end') return Response.json({ type: 'complete' });
  return Response.json(ELEMENT);`;
const echoing = (children: string) =>
  renderingScript(
    ECHO.replace(
      'ELEMENT',
      `{ type: 'element', state: { name: 'Ada', ...event.state }, props: {}, element: { type: 'block', children: [{ type: 'text', children: ['Told ' + told] }, ${children}] } }`,
    ),
  );

/** Sends an action of a reader. */
const act = async (url: string, post: string, body: unknown, headers: Record<string, string> = {}) => {
  const { host } = new URL(url);
  const json = { 'content-type': 'application/json', ...headers };
  return requestFromHost(
    server,
    host,
    post,
    json,
    'POST',
    typeof body === 'string' ? body : JSON.stringify(body),
  );
};

describe('actions of readers on integration blocks', () => {
  const FORM = `{ type: 'button', label: 'Send', onPress: { action: 'send', name: { $state: 'name' } } }`;
  const opened = async () => {
    const { site, space } = await shownIn((one) => `{% @${one}/counter by=2 %}`, { script: echoing(FORM) });
    const { text } = await get(site.url);
    const attribute = (name: string) => new RegExp(`${name}="([^"]*)"`).exec(text)![1]!;
    return { site, space, post: attribute('data-post'), block: attribute('data-block') };
  };

  test('run with the state, and the properties of the page; the response is the block', async () => {
    const { site, post, block } = await opened();
    const action = { action: 'send', name: { $state: 'name' }, list: [{ $state: 'missing' }, 1] };
    const { status, text, headers } = await act(site.url, post, { block, state: { name: 'Bob' }, action });
    expect([status, headers['cache-control']]).toEqual([200, 'no-store']);
    const told = JSON.parse(/Told ({.*?})</.exec(text)![1]!.replaceAll('&quot;', '"'));
    expect(told).toEqual({
      state: { name: 'Bob' },
      action: { action: 'send', name: 'Bob', list: [null, 1] },
      props: { by: 2 },
    });
    expect(text).toContain('data-state="{&quot;name&quot;:&quot;Bob&quot;}"');
    expect((await act(site.url, post, { block, state: {}, action: { action: 'end' } })).status).toBe(204);
  });

  test('get the errors of the script, and no other details', async () => {
    const { site, post, block } = await opened();
    const refused = await act(site.url, post, { block, state: {}, action: { action: 'refuse' } });
    expect([refused.status, JSON.parse(refused.text).error.message]).toEqual([422, 'Not like this']);
    const crashed = await act(site.url, post, { block, state: {}, action: { action: 'crash' } });
    expect([crashed.status, crashed.text.includes('secret')]).toEqual([502, false]);
  });

  test('are refused for other blocks and pages, from other sites, and without a valid body', async () => {
    const { site, post, block } = await opened();
    const good = { block, state: {}, action: { action: 'send' } };
    const deep = (text: string) => text.replace('"DEEP"', '['.repeat(20_000) + ']'.repeat(20_000));
    for (const [body, status, path] of [
      [{ ...good, block: 'unknown' }, 404, undefined],
      [{}, 400, 'body.block'],
      [[], 400, 'body.block'],
      [{ ...good, block: 5 }, 400, 'body.block'],
      [{ ...good, state: 'x' }, 400, 'body.state'],
      [{ ...good, action: {} }, 400, 'body.action'],
      [{ ...good, action: { action: '@link.unfurl', url: 'https://a.example' } }, 400, 'body.action.action'],
      [
        deep(JSON.stringify({ ...good, action: { action: 'send', deep: 'DEEP' } })),
        400,
        'body.action.deep.0',
      ],
      [deep(JSON.stringify({ ...good, state: { deep: 'DEEP' } })), 400, 'body.state.deep.0'],
      [{ ...good, state: { ['__proto__']: 1, big: 'x'.repeat(70_000) } }, 413, undefined],
    ] as const) {
      const { status: given, text } = await act(site.url, post, body);
      expect([path, given]).toEqual([path, status]);
      if (path) expect(JSON.parse(text).error.details[0].path).toBe(path);
    }
    expect((await act(site.url, post, good, { 'sec-fetch-site': 'cross-site' })).status).toBe(403);
    expect((await act(site.url, `${post}x`, good)).status).toBe(404);
  });
});

describe('code and embeds that integrations show as blocks', () => {
  const DIAGRAM = { id: 'counter', title: 'Diagram', markdown: { codeblock: 'mermaid', body: 'content' } };
  const FENCE = '```mermaid\ngraph TD\n  A --> B\n```';

  test('code of a language becomes a block with its text', async () => {
    const { site, at } = await shownIn(() => `${FENCE}\n\n\`\`\`js\nlet a;\n\`\`\``, {
      script: echoing(''),
      blocks: [DIAGRAM],
    });
    const { text } = await get(site.url);
    expect(text.replaceAll('&quot;', '"')).toContain(
      '"props":{"content":"graph TD\\n  A --> B"}'.replace('>', '&gt;'),
    );
    expect(text).not.toContain('diagrams.');
    expect(text).toMatch(/let<\/span> a/);
    expect((await get(`${site.url}.md`)).text).toContain(FENCE);
    await callOrThrow(org, 'PATCH', at, { status: 'paused' });
    expect((await get(site.url)).text).not.toContain('Told');
  });

  test('code is shown as code where its block fails', async () => {
    const { site } = await shownIn(() => FENCE, {
      script: renderingScript('throw new Error("no")'),
      blocks: [DIAGRAM],
    });
    const text = (await get(site.url)).text.replace(/<[^>]*>/g, '');
    expect([text.includes('could not be shown'), text.includes('graph TD')]).toEqual([false, true]);
  });

  test('embeds of URLs become blocks that unfurl them', async () => {
    const { site, space, name } = await shownIn(
      () => '{% embed url="https://boards.example/b/1" %}\n\n{% embed url="https://boards.examples/b/1" %}',
      {
        script: echoing(''),
        blocks: [{ id: 'counter', title: 'Board', urlUnfurl: ['https://boards.example'] }],
      },
    );
    const { text } = await get(site.url);
    expect(text.replaceAll('&quot;', '"')).toContain(
      '"action":{"action":"@link.unfurl","url":"https://boards.example/b/1"},"props":{}',
    );
    expect(text.match(/Told/g)).toHaveLength(1);
    expect(text).toContain('href="https://boards.examples/b/1"');
    const embedOf = async (url: string) =>
      (await org.read.call('GET', `/spaces/${space}/embed?url=${encodeURIComponent(url)}`)).body;
    expect(await embedOf('https://boards.example/b/1')).toMatchObject({
      type: 'integration',
      integration: name,
      block: { id: 'counter', title: 'Board' },
    });
  });
});

describe.skipIf(!CHROMIUM)('forms of integration blocks, in a browser', () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await openBrowser();
  });
  afterAll(() => browser?.close());

  test('readers fill in forms, whose response replaces the block', async () => {
    const { site } = await shownIn((one) => `{% @${one}/counter %}`, {
      script: echoing(`
        { type: 'input', label: 'Name', hint: 'As on your badge', element: { type: 'textinput', state: 'name' } },
        { type: 'input', label: 'Words', element: { type: 'textinput', state: 'words', multiline: true, placeholder: 'Anything' } },
        { type: 'input', label: 'Plan', element: { type: 'select', state: 'plan', initialValue: 'pro', options: [{ id: 'free', label: 'Free' }, { id: 'pro', label: 'Pro' }] } },
        { type: 'input', label: 'News', element: { type: 'switch', state: 'news' } },
        { type: 'input', label: 'Cats', element: { type: 'checkbox', state: 'pets', value: 'cat' } },
        { type: 'input', label: 'Dogs', element: { type: 'checkbox', state: 'pets', value: 'dog' } },
        { type: 'input', label: 'One', element: { type: 'radio', state: 'count', value: 1 } },
        { type: 'input', label: 'Two', element: { type: 'radio', state: 'count', value: 2 } },
        { type: 'button', style: 'primary', label: 'Send', onPress: { action: 'send', to: { $state: 'name' } } },
        { type: 'button', label: 'Refuse', onPress: { action: 'refuse' } },
        { type: 'button', label: 'Crash', confirm: { title: 'Sure?', text: 'Really', confirm: 'Yes' }, onPress: { action: 'crash' } }`),
    });
    const { page, errors } = await openPage(browser, site.url, { width: 390 });
    const block = page.locator('.kit');
    await page.getByLabel('Words').fill('Some words');
    await page.getByLabel('News').check();
    await page.getByLabel('Dogs').check();
    await page.getByLabel('Two').check();
    expect(await overflowOf(page)).toBe(0);
    for (const theme of ['light', 'dark']) {
      await page.evaluate(`document.documentElement.dataset.theme = '${theme}'`);
      expect(await accessibilityViolations(page)).toEqual([]);
      if (PICTURES) await page.screenshot({ path: path.join(PICTURES, `form-${theme}.png`), fullPage: true });
    }
    await page.getByLabel('Name').fill('Bob');
    await page.getByLabel('Name').press('Enter');
    await block.getByText('"action":"send"').waitFor();
    const told = JSON.parse((await block.getByText('Told').textContent())!.slice('Told '.length));
    expect(told).toEqual({
      state: { name: 'Bob', words: 'Some words', plan: 'pro', news: true, pets: ['dog'], count: 2 },
      action: { action: 'send', to: 'Bob' },
      props: {},
    });
    // The values stay, and so does the focus.
    expect(await page.getByLabel('Name').inputValue()).toBe('Bob');
    expect(await page.getByLabel('Two').isChecked()).toBe(true);
    expect(await page.evaluate('document.activeElement.dataset.state')).toBe('name');
    await page.getByRole('button', { name: 'Refuse' }).click();
    await block.getByRole('alert').getByText('Not like this').waitFor();
    page.once('dialog', (dialog) => void dialog.accept());
    await page.getByRole('button', { name: 'Crash' }).click();
    await block.getByRole('alert').getByText('This block could not be shown.').waitFor();
    expect(await page.getByLabel('Name').inputValue()).toBe('Bob');
    // Browsers report responses with these statuses themselves.
    expect(errors.filter((error) => !/status of (?:422|502)/.test(error))).toEqual([]);
    await page.close();
  });

  test('what a reader enters while an action runs stays, with focus and selection', async () => {
    const { site } = await shownIn((one) => `{% @${one}/counter %}`, {
      script: echoing(`
        { type: 'input', label: 'Name', element: { type: 'textinput', state: 'name' } },
        { type: 'input', label: 'Words', element: { type: 'textinput', state: 'words', multiline: true } },
        { type: 'input', label: 'Plan', element: { type: 'select', state: 'plan', initialValue: 'pro', options: [{ id: 'free', label: 'Free' }, { id: 'pro', label: 'Pro' }], onValueChange: { action: 'choose' } } },
        { type: 'input', label: 'Cats', element: { type: 'checkbox', state: 'pets', value: 'cat' } },
        { type: 'input', label: 'Dogs', element: { type: 'checkbox', state: 'pets', value: 'dog' } },
        { type: 'card', title: 'A card', onPress: { action: 'press' }, children: [] },
        { type: 'button', style: 'primary', label: 'Send', onPress: { action: 'send' } }`).replace(
        "state: { name: 'Ada', ...event.state }",
        "state: { ...event.state, ...(event.action?.action === 'send' && { name: 'Answered', words: 'Answered' }) }",
      ),
    });
    const { page } = await openPage(browser, site.url);
    let release = () => {};
    const isTyped = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route('**/~gitbook/block/**', async (route) => {
      await isTyped;
      await route.continue();
    });
    const words = page.getByLabel('Words');
    await words.fill('Before');
    await page.getByRole('button', { name: 'Send' }).click();
    await page.locator('.kit[aria-busy=true]').waitFor();
    await page.getByLabel('Dogs').check();
    await page.getByLabel('Plan').selectOption('free');
    await words.fill('Typed meanwhile');
    await page.evaluate('document.activeElement.setSelectionRange(2, 5)');
    release();
    await page.locator('.kit').getByText('"action":"choose"').waitFor();
    expect(await words.inputValue()).toBe('Typed meanwhile');
    expect(await page.getByLabel('Name').inputValue()).toBe('Answered');
    expect(await page.getByLabel('Plan').inputValue()).toBe('free');
    expect([await page.getByLabel('Cats').isChecked(), await page.getByLabel('Dogs').isChecked()]).toEqual([
      false,
      true,
    ]);
    const focused = 'const { dataset, selectionStart, selectionEnd } = document.activeElement';
    expect(
      await page.evaluate(`(() => { ${focused}; return [dataset.state, selectionStart, selectionEnd]; })()`),
    ).toEqual(['words', 2, 5]);
    await page.getByRole('button', { name: 'A card' }).click();
    await page.locator('.kit').getByText('"action":"press"').waitFor();
    await page.close();
  });
});
