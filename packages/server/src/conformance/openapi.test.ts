import os from 'node:os';
import { join } from 'node:path';
import { Validator } from '@seriousme/openapi-schema-validator';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CHROMIUM, openBrowser } from '../../../site/src/testing/browser.ts';
import { sharedServer, type TestServer } from '../testing/server.ts';
import { type Entry, entriesOf } from './operations.ts';

interface Described {
  operationId: string;
  parameters: { name: string; in: string; required: boolean }[];
  requestBody?: object;
  responses: Record<string, unknown>;
  security: object[];
}
interface Document {
  openapi: string;
  paths: Record<string, Record<string, Described>>;
}

describe('the OpenAPI document', () => {
  let server: TestServer;
  let table: Entry[];
  let document: Document;

  beforeAll(async () => {
    server = await sharedServer();
    table = entriesOf(server.app.domains);
    const response = await fetch(`${server.url}/openapi.json`);
    expect(response.headers.get('content-type')).toContain('application/json');
    document = (await response.json()) as Document;
  });

  const described = ({ path, operation }: Entry) => document.paths[path]?.[operation.method.toLowerCase()];

  test('is valid OpenAPI 3.1', async () => {
    const validator = new Validator();
    const { valid, errors } = await validator.validate(structuredClone(document) as never);
    expect(errors ?? []).toEqual([]);
    expect(valid).toBe(true);
    expect(validator.version).toBe('3.1');
  });

  test('contains exactly the operations of the table', () => {
    const ids = Object.values(document.paths).flatMap((item) =>
      Object.values(item).map((operation) => operation.operationId),
    );
    expect(ids.sort()).toEqual(table.map(({ operationId }) => operationId).sort());
    for (const entry of table) expect(described(entry)?.operationId).toBe(entry.operationId);
  });

  test('summarizes every operation in a sentence that starts with a verb', () => {
    const noVerb = /^(?:A|An|The|This|Your|All|One|Form|\w+s)\b/;
    expect(table.map(({ operation }) => operation.summary).filter((text) => noVerb.test(text))).toEqual([]);
  });

  test('declares every parameter of every path, as required', () => {
    for (const entry of table) {
      const inPath = described(entry)!.parameters.filter((parameter) => parameter.in === 'path');
      expect([entry.operationId, inPath.map(({ name }) => name)]).toEqual([entry.operationId, entry.params]);
      expect(inPath.filter(({ required }) => !required)).toEqual([]);
    }
  });

  test('declares all query parameters, bodies, responses and security requirements', () => {
    for (const entry of table) {
      const { operation } = entry;
      const documented = described(entry)!;
      const query = Object.keys((operation.query as { properties?: object } | undefined)?.properties ?? {});
      expect([
        entry.operationId,
        documented.parameters.filter((parameter) => parameter.in === 'query').map(({ name }) => name),
        documented.requestBody !== undefined,
        Object.keys(documented.responses).filter((status) => status !== 'default'),
        documented.security.length,
      ]).toEqual([
        entry.operationId,
        query,
        (operation.body ?? operation.form) !== undefined,
        Object.keys(operation.responses),
        operation.permission === 'public' ? 0 : operation.anonymous ? 2 : 1,
      ]);
    }
  });

  describe.skipIf(!CHROMIUM)('the reference page in a browser (set CHROMIUM_PATH)', () => {
    let browser: Browser;
    let page: Page;
    const errors: string[] = [];
    const hosts = new Set<string>();

    beforeAll(async () => {
      browser = await openBrowser();
      page = await browser.newPage({ viewport: { width: 1400, height: 900 } });
      page.on('console', (message) => {
        if (message.type() === 'error') errors.push(message.text());
      });
      page.on('pageerror', (error) => errors.push(String(error)));
      page.on('requestfailed', (request) => errors.push(`${request.url()}: ${request.failure()?.errorText}`));
      page.on('request', (request) => hosts.add(new URL(request.url()).host));
      await page.addInitScript(`
          globalThis.violations = [];
          addEventListener('securitypolicyviolation', (event) =>
            violations.push(event.violatedDirective + ' ' + event.blockedURI));
        `);
      await page.goto(`${server.url}/docs/api/`);
      await page.getByRole('heading', { name: 'Lectern' }).waitFor();
    });
    afterAll(() => browser?.close());

    test('lists every operation', async () => {
      const sidebar = page.locator('aside');
      // Groups are closed at first, and closed groups are not rendered.
      const closed = sidebar.locator('button[aria-expanded="false"]');
      while ((await closed.count()) > 0) await closed.first().click();
      const text = await sidebar.textContent();
      const summaries = table.map(({ operation }) => operation.summary);
      expect(summaries.filter((summary) => !text?.includes(summary))).toEqual([]);
      await page.screenshot({ path: join(os.tmpdir(), 'lectern-reference-page.png') });
    });

    test('shows an operation with its path, parameters and responses', async () => {
      const { operation, path } = table.find(({ operationId }) => operationId === 'moveSpace')!;
      await page.locator('aside').getByText(operation.summary).click();
      const section = page.locator('section', { hasText: operation.summary }).last();
      await section.waitFor();
      const text = await section.textContent();
      for (const shown of [path, 'spaceId', 'parent', 'position', '200'])
        expect([shown, text?.includes(shown)]).toEqual([shown, true]);
      await page.screenshot({ path: join(os.tmpdir(), 'lectern-reference-operation.png') });
    });

    test('has no links that send the document to third parties', async () => {
      const text = await page.locator('body').textContent();
      const offers = ['Ask AI', 'Generate MCP', 'Developer Tools', 'Deploy'];
      expect(offers.filter((offer) => text?.includes(offer))).toEqual([]);
    });

    test('sends requests to this server only, and obeys the Content-Security-Policy', async () => {
      expect([...hosts]).toEqual([new URL(server.url).host]);
      // The library tests once whether `eval` is allowed, and works without it.
      expect(await page.evaluate('violations')).toEqual(['script-src eval']);
      expect(errors).toEqual([]);
    });
  });
});
