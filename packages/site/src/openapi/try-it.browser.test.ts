import { parseMarkdown } from '@lectern/document';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createHighlighter, renderPage, serverOriginsIn, syntaxesOf } from '../index.ts';
import {
  accessibilityViolations,
  CHROMIUM,
  openBrowser,
  openPage,
  overflowOf,
  SAMPLE_API,
  serveSite,
} from '../testing/browser.ts';
import { petsApi } from '../testing/pets-api.ts';
import { sampleContext, sampleLayout, samplePage } from '../testing/sample-site.ts';

const api = {
  ...petsApi,
  servers: [
    { url: `${SAMPLE_API}/{version}`, variables: { version: { default: 'v1', enum: ['v1', 'v2'] } } },
    { url: 'https://test.example.org' },
    { url: 'https://{tenant}.example.net' },
  ],
};
const block = (path: string, method: string) =>
  `{% openapi-operation spec="x" path="${path}" method="${method}" %}\n[x](https://example.com)\n{% endopenapi-operation %}\n`;
const document = parseMarkdown(`Words.\n\n${block('/pets/{petId}', 'put')}`);
const uploads = {
  ...api,
  paths: {
    '/photos': {
      post: {
        requestBody: {
          content: {
            'multipart/form-data': {
              schema: {
                type: 'object',
                properties: {
                  title: { type: 'string', example: 'Bella' },
                  photo: { type: 'string', format: 'binary' },
                },
              },
            },
          },
        },
        responses: { 200: { description: 'Stored' } },
      },
    },
  },
};
const uploadDocument = parseMarkdown(block('/photos', 'post'));
const context = { ...sampleContext, openapiOf: () => api };

test('the origins of servers are collected, without those that have open variables', () => {
  expect(serverOriginsIn(document, context.openapiOf)).toEqual([SAMPLE_API, 'https://test.example.org']);
  expect(serverOriginsIn(parseMarkdown('Words.'), context.openapiOf)).toEqual([]);
});

describe.skipIf(!CHROMIUM)('operations of APIs in a browser', () => {
  let browser: Browser;
  let site: Awaited<ReturnType<typeof serveSite>>;

  beforeAll(async () => {
    const highlighter = await createHighlighter();
    await highlighter.load(syntaxesOf(document));
    const shown = { ...context, highlight: highlighter.highlight };
    site = await serveSite(
      {
        '/api': renderPage(sampleLayout(), samplePage(document, shown, { title: 'API' })),
        '/uploads': renderPage(
          sampleLayout(),
          samplePage(uploadDocument, { ...shown, openapiOf: () => uploads }, { title: 'Uploads' }),
        ),
      },
      sampleLayout().customization,
    );
    browser = await openBrowser();
  });
  afterAll(async () => {
    await browser?.close();
    await site?.close();
  });

  const open = (width = 1440) => openPage(browser, `${site.url}/api`, { width });

  test('have their samples beside the text on wide screens, and below it on phones', async () => {
    const { page } = await open();
    const boxes = async () => ({
      text: (await page.locator('.api-text').boundingBox())!,
      samples: (await page.locator('.api-samples').boundingBox())!,
    });
    const wide = await boxes();
    expect(wide.samples.x).toBeGreaterThan(wide.text.x + wide.text.width);
    expect(wide.samples.y).toBeCloseTo(wide.text.y, 0);
    await page.setViewportSize({ width: 390, height: 800 });
    const narrow = await boxes();
    expect(narrow.samples.y).toBeGreaterThan(narrow.text.y + narrow.text.height - 1);
    expect(await overflowOf(page)).toBeLessThanOrEqual(0);
    await page.close();
  });

  test('show samples for the chosen server', async () => {
    const { page } = await open();
    const sample = page.locator('.api-request .code:visible');
    expect(await sample.textContent()).toContain(`${SAMPLE_API}/v1/pets/`);
    expect(await page.locator('.api-choice option').allInnerTexts()).toEqual([
      `${SAMPLE_API}/v1`,
      `${SAMPLE_API}/v2`,
      'https://test.example.org',
    ]);
    await page.selectOption('.api-choice', 'https://test.example.org');
    expect(await sample.textContent()).toContain('https://test.example.org/pets/');
    await page.click('.api-request label:has-text("Python")');
    expect(await page.locator('.api-request .code:visible').textContent()).toContain(
      '"https://test.example.org/pets/',
    );
    expect(await page.locator('.api-line').textContent()).toContain('https://test.example.org');
    await page.close();
  });

  test('are tried out from the browser', async () => {
    const { page, errors } = await open();
    const sent: { url: string; method: string; headers: Record<string, string>; body: string | null }[] = [];
    await page.route(`${SAMPLE_API}/**`, async (route) => {
      const request = route.request();
      const cors = { 'access-control-allow-origin': '*', 'access-control-allow-headers': '*' };
      if (request.method() === 'OPTIONS')
        return route.fulfill({ status: 204, headers: { ...cors, 'access-control-allow-methods': '*' } });
      sent.push({
        url: request.url(),
        method: request.method(),
        headers: await request.allHeaders(),
        body: request.postData(),
      });
      return route.fulfill({ status: 404, headers: cors, json: { message: 'No such pet' } });
    });
    await page.click('.api-head button:has-text("Try it")');
    expect(await accessibilityViolations(page)).toEqual([]);
    await page.selectOption('.try-dialog select', `${SAMPLE_API}/v2`);
    await page.fill('.try-dialog [name=Authorization]', 'secret');
    await page.fill('.try-dialog [name=petId]', 'a b/c');
    await page.fill('.try-dialog [name=notify]', 'true');
    await page.fill('.try-dialog [name=body]', '{"name":"Bella"}');
    await page.click('.try-dialog [type=submit]');
    await page.locator('.try-answer pre').waitFor();
    expect(sent).toMatchObject([
      {
        url: `${SAMPLE_API}/v2/pets/a%20b%2Fc?notify=true`,
        method: 'PUT',
        body: '{"name":"Bella"}',
        headers: { authorization: 'Bearer secret', 'content-type': 'application/json' },
      },
    ]);
    expect(await page.locator('.try-answer .status').textContent()).toMatch(/^404/);
    expect(await page.locator('.try-answer pre').textContent()).toBe('{\n  "message": "No such pet"\n}');
    expect(errors.filter((error) => !error.includes('404'))).toEqual([]);
    await page.close();
  });

  test('send files and texts of a multipart body', async () => {
    const { page } = await openPage(browser, `${site.url}/uploads`, { width: 1440 });
    const sent: { type: string | undefined; body: string }[] = [];
    await page.route(`${SAMPLE_API}/**`, async (route) => {
      const request = route.request();
      const { 'content-type': type } = await request.allHeaders();
      sent.push({ type, body: request.postDataBuffer()?.toString() ?? '' });
      return route.fulfill({ status: 200, headers: { 'access-control-allow-origin': '*' }, json: {} });
    });
    await page.click('.api-head button:has-text("Try it")');
    expect(await accessibilityViolations(page)).toEqual([]);
    await page.fill('.try-dialog [name=title]', 'Max');
    await page.setInputFiles('.try-dialog [name=photo]', {
      name: 'max.txt',
      mimeType: 'text/plain',
      buffer: Buffer.from('a picture'),
    });
    await page.click('.try-dialog [type=submit]');
    await page.locator('.try-answer pre').waitFor();
    const [{ type, body }] = sent as [{ type: string; body: string }];
    expect(type).toMatch(/^multipart\/form-data; boundary=/);
    expect(body).toMatch(/name="title"\s+Max\s/);
    expect(body).toMatch(/name="photo"; filename="max.txt"\s+Content-Type: text\/plain\s+a picture\s/);
    await page.close();
  });

  test('explain a request that the browser does not allow', async () => {
    const { page } = await open();
    await page.route(`${SAMPLE_API}/**`, (route) => route.abort('accessdenied'));
    await page.click('.api-head button:has-text("Try it")');
    await page.fill('.try-dialog [name=petId]', '1');
    await page.fill('.try-dialog [name=notify]', 'true');
    await page.click('.try-dialog [type=submit]');
    await page.locator('.try-failed').waitFor();
    expect(await page.locator('.try-failed').textContent()).toContain('CORS');
    await page.close();
  });
});
