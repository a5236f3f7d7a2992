import { parseMarkdown } from '@lectern/document';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { renderPage } from './index.ts';
import {
  accessibilityViolations,
  CHROMIUM,
  openBrowser,
  openPage,
  serveSite,
  type ViewOptions,
} from './testing/browser.ts';
import { sampleContext, sampleLayout, samplePage } from './testing/sample-site.ts';

const fence = (source: string) => `\`\`\`mermaid\n${source}\n\`\`\`\n`;
const page = (markdown: string) =>
  renderPage(sampleLayout(), samplePage(parseMarkdown(markdown), sampleContext, { title: 'Diagrams' }));

const PAGES = {
  '/flow': page(
    fence('flowchart LR\n  accTitle: How it ripens\n  A[Blossom] --> B(Fruit)\n  B -->|autumn| C{Ripe?}'),
  ),
  '/kinds': page(
    [
      'sequenceDiagram\n  Bee->>Flower: Pollen\n  Note over Bee: busy',
      'stateDiagram-v2\n  [*] --> Seed\n  Seed --> Tree',
      'pie title Fruit\n  "Apples" : 4\n  "Pears" : 2',
    ]
      .map(fence)
      .join('\n'),
  ),
  '/invalid': page(fence('flowchart LR\n  A --> --> nothing [[')),
  '/hostile': page(
    fence(
      'flowchart LR\n  A["<img src=x onerror=\'top.hacked=1\'><script>top.hacked=1</script>"] --> B\n  click B href "javascript:top.hacked=1"',
    ),
  ),
};

describe.skipIf(!CHROMIUM)('diagrams', () => {
  let browser: Browser;
  let site: Awaited<ReturnType<typeof serveSite>>;

  beforeAll(async () => {
    site = await serveSite(PAGES, sampleLayout().customization);
    browser = await openBrowser();
  });
  afterAll(async () => {
    await browser?.close();
    await site?.close();
  });

  const open = async (path: keyof typeof PAGES, view: ViewOptions = {}) => {
    const opened = await openPage(browser, site.url + path, view);
    if (view.script !== false) await opened.page.waitForSelector('html[data-diagrams=drawn]');
    return opened;
  };

  test('are drawn in the colors of the theme, under the Content-Security-Policy of pages', async () => {
    const { page: view, errors } = await open('/flow', { theme: 'dark' });
    const image = view.locator('.diagram img:visible');
    expect(await image.getAttribute('alt')).toBe('How it ripens');
    expect(await view.evaluate("document.querySelector('.diagram .when-dark').naturalWidth")).toBeGreaterThan(
      150,
    );
    const [light, dark] = (await view.evaluate(
      "[...document.querySelectorAll('.diagram img')].map((one) => decodeURIComponent(one.src))",
    )) as string[];
    expect(light).toContain('Blossom');
    expect(light).not.toBe(dark);
    expect(await accessibilityViolations(view)).toEqual([]);
    expect(errors).toEqual([]);
    await view.click('.diagram .zoom');
    await view.locator('.zoom-dialog img').waitFor({ state: 'visible' });
    await view.close();
  });

  test('of several kinds load what they need, and show their source on demand', async () => {
    const { page: view, errors } = await open('/kinds');
    expect(await view.locator('.diagram.drawn').count()).toBe(3);
    expect(await view.locator('.code').first().isVisible()).toBe(false);
    await view.locator('.diagram summary').first().click();
    expect(await view.locator('.code').first().textContent()).toContain('Pollen');
    expect(errors).toEqual([]);
    await view.close();
  });

  test('that are invalid, or on pages without scripts, are shown as code', async () => {
    const { page: view } = await open('/invalid');
    expect(await view.locator('.code').isVisible()).toBe(true);
    await view.close();
    const { page: plain } = await open('/flow', { script: false });
    expect(await plain.locator('.code').textContent()).toContain('Blossom');
    await plain.close();
  });

  test('run no script of their source', async () => {
    const { page: view } = await open('/hostile');
    expect(await view.evaluate('String(globalThis.hacked)')).toBe('undefined');
    await view.close();
  });
});
