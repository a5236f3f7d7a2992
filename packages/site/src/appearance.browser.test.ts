import { parseMarkdown } from '@lectern/document';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Customization, type PageModel, renderPage } from './index.ts';
import { CHROMIUM, openBrowser, openPage, serveSite, type ViewOptions } from './testing/browser.ts';
import { sampleContext, sampleLayout, samplePage } from './testing/sample-site.ts';

const page = (markdown: string, more: Partial<PageModel> = {}, chosen: Partial<Customization> = {}): string =>
  renderPage(
    sampleLayout(chosen),
    samplePage(parseMarkdown(markdown), sampleContext, { title: 'Page', ...more }),
  );

const column = (attributes = '') => `{% column${attributes} %}\nWords.\n{% endcolumn %}\n`;
const columns = (...given: readonly string[]) =>
  `{% columns %}\n${given.map(column).join('')}{% endcolumns %}\n`;
const card = (name: string) => `<tr><td>${name}</td></tr>`;
const cards = `<table data-view="cards"><thead><tr><th></th></tr></thead><tbody>${['One', 'Two', 'Three'].map(card).join('')}</tbody></table>`;
const announcement = (message: string) => ({
  announcement: { enabled: true, message, style: 'info' as const },
});

const asking = (language: string): string =>
  renderPage(
    sampleLayout(
      {},
      {
        language,
        integrations: {
          style: '/assets/integrations.css',
          script: '/assets/integrations.js',
          scripts: [],
          cookieScripts: ['/assets/none.js'],
        },
      },
    ),
    samplePage(parseMarkdown('Words.'), sampleContext, { title: 'Page' }),
  );

const PAGES = {
  '/consent/en': asking('en'),
  '/consent/de': asking('de'),
  '/consent/fr': asking('fr'),
  '/columns': page(
    [
      columns(' width="50%"', ''),
      columns(' width="25%"', ' width="75%"'),
      columns(' width="33.33333333333333%"', '', ''),
      columns('', ''),
    ].join('\n'),
  ),
  '/cards': page(cards, { layout: { width: 'wide' } }),
  '/hint': page(
    '{% hint style="info" %}\n## Note well\n\nWords.\n{% endhint %}\n\n{% hint %}\nPlain.\n{% endhint %}\n',
  ),
  '/lists': page(
    '1. a\n   1. b\n      1. c\n         1. d\n\n{% stepper %}\n{% step %}\n1. e\n{% endstep %}\n{% endstepper %}\n',
  ),
  '/code': page('```bash\nnpm install lectern && npx lectern serve --port 3000 --and many more words\n```\n'),
  '/announced': page('Words.', {}, announcement('Version 2 is here')),
  '/announced-later': page('Words.', {}, announcement('Version 3 is here')),
  '/light-only': page('Words.', {}, { themes: { default: 'light', toggeable: false } }),
};

describe.skipIf(!CHROMIUM)('the appearance of pages', () => {
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

  const open = (path: keyof typeof PAGES, view: ViewOptions = {}) => openPage(browser, site.url + path, view);
  const boxesOf = async (view: Page, selector: string) =>
    (await Promise.all((await view.locator(selector).all()).map((one) => one.boundingBox()))).map(
      (box) => box!,
    );
  const styleOf = (view: Page, selector: string, property: string) =>
    view.evaluate(`getComputedStyle(document.querySelector('${selector}')).getPropertyValue('${property}')`);

  test('columns have their widths, and those without one share the rest', async () => {
    const { page: view } = await open('/columns');
    const shares = await Promise.all(
      [0, 1, 2, 3].map(async (at) => {
        const widths = (await boxesOf(view, `.columns >> nth=${at} >> .column`)).map(({ width }) => width);
        const whole = widths.reduce((sum, width) => sum + width, 0);
        return widths.map((width) => Math.round((width / whole) * 100));
      }),
    );
    expect(shares).toEqual([
      [50, 50],
      [25, 75],
      [33, 33, 33],
      [50, 50],
    ]);
    await view.close();
  });

  test.each([1200, 1600, 2200])('three cards fill a wide page of %i pixels', async (width) => {
    const { page: view } = await open('/cards', { width });
    const [all] = await boxesOf(view, '.cards');
    const shown = await boxesOf(view, '.card');
    expect(new Set(shown.map(({ y }) => y)).size).toBe(1);
    expect(shown.at(-1)!.x + shown.at(-1)!.width).toBeCloseTo(all!.x + all!.width, 0);
    await view.close();
  });

  test.each(['en', 'de', 'fr'])(
    'the foot of the sidebar has whole lines beside the cookie settings: %s',
    async (language) => {
      const { page: view } = await open(`/consent/${language}` as keyof typeof PAGES);
      const [foot] = await boxesOf(view, '.sidebar-foot');
      for (const selector of ['.trademark', '.consent-again']) {
        const [box] = await boxesOf(view, selector);
        const lines = await view.evaluate(
          `(() => { const range = document.createRange(); range.selectNodeContents(document.querySelector('${selector}')); return new Set([...range.getClientRects()].map((one) => Math.round(one.y))).size; })()`,
        );
        expect([selector, lines]).toEqual([selector, 1]);
        expect(box!.x + box!.width).toBeLessThanOrEqual(foot!.x + foot!.width + 1);
      }
      const [trademark] = await boxesOf(view, '.trademark');
      const [choice] = await boxesOf(view, '.theme-choice');
      expect(Math.abs(trademark!.y + trademark!.height / 2 - (choice!.y + choice!.height / 2))).toBeLessThan(
        3,
      );
      await view.close();
    },
  );

  test('the heading of a hint is a band across it', async () => {
    const { page: view } = await open('/hint');
    const [hint, plain] = await boxesOf(view, '.hint');
    const [band] = await boxesOf(view, '.hint-title');
    expect(band!.width).toBeGreaterThan(hint!.width - 4);
    expect(band!.height).toBeLessThan(hint!.height - 30);
    expect(plain!.height).toBeGreaterThan(30);
    expect(await styleOf(view, '.hint-title', 'background-color')).not.toBe('rgba(0, 0, 0, 0)');
    await view.close();
  });

  test('nested ordered lists have numbers, letters and Roman numerals', async () => {
    const { page: view } = await open('/lists');
    const types = await view.evaluate(
      "[...document.querySelectorAll('.prose ol:not([class])')].map((list) => getComputedStyle(list).listStyleType)",
    );
    expect(types).toEqual(['decimal', 'lower-alpha', 'lower-roman', 'decimal', 'decimal']);
    await view.close();
  });

  test('the copy button does not cover code on a phone', async () => {
    const { page: view } = await open('/code', { width: 390 });
    const [button] = await boxesOf(view, '[data-copy]');
    const [code] = await boxesOf(view, '.code pre');
    expect(button!.y + button!.height).toBeLessThanOrEqual(code!.y + 1);
    await view.close();
  });

  test('an announcement is closed for good, until there is another', async () => {
    const context = await browser.newContext();
    const { page: view } = await openPage(context, `${site.url}/announced`);
    const banner = view.locator('.announcement');
    expect(await styleOf(view, '.announcement', 'background-color')).not.toBe('rgba(0, 0, 0, 0)');
    await view.click('[data-announcement-close]');
    await banner.waitFor({ state: 'hidden' });
    await view.reload();
    expect(await banner.isVisible()).toBe(false);
    await view.goto(`${site.url}/announced-later`);
    expect(await banner.isVisible()).toBe(true);
    await context.close();
  });

  const groundOf = (view: Page) => styleOf(view, 'body', 'background-color');

  test('a reader sees the theme of their system, chooses another, and returns to it', async () => {
    const context = await browser.newContext({ colorScheme: 'dark' });
    const { page: view } = await openPage(context, `${site.url}/hint`);
    const dark = await groundOf(view);
    const choice = (theme: string) => view.locator(`.theme-choice [data-theme-choice=${theme}]:visible`);
    expect(await choice('system').getAttribute('aria-pressed')).toBe('true');
    await choice('light').click();
    expect(await groundOf(view)).not.toBe(dark);
    await view.reload();
    expect(await groundOf(view)).not.toBe(dark);
    expect(await choice('light').getAttribute('aria-pressed')).toBe('true');
    await choice('system').click();
    expect(await groundOf(view)).toBe(dark);
    await view.emulateMedia({ colorScheme: 'light' });
    expect(await groundOf(view)).not.toBe(dark);
    await view.emulateMedia({ colorScheme: 'dark' });
    await view.goto(`${site.url}/light-only`);
    expect(await groundOf(view)).not.toBe(dark);
    expect(await view.locator('[data-theme-choice]').count()).toBe(0);
    await context.close();
  });

  test('search never shows the results of another query', async () => {
    const { page: view } = await open('/code');
    let release = () => {};
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    await view.route('**/search.json*', async (route) => {
      const query = new URL(route.request().url()).searchParams.get('q')!;
      if (query === 'second') await released;
      const items = [{ title: `About ${query}`, titleMatches: [[6, 6 + query.length]], href: `/${query}` }];
      await route.fulfill({ json: { items } });
    });
    await view.keyboard.press('Control+k');
    await view.keyboard.insertText('first');
    await view.locator('.search-dialog mark', { hasText: 'first' }).waitFor();
    await view.fill('.search-dialog input', 'second');
    expect(await view.locator('.search-dialog [role=option]').count()).toBe(0);
    expect(await view.locator('.search-note').textContent()).toBe('Searching…');
    release();
    await view.locator('.search-dialog mark', { hasText: 'second' }).waitFor();
    await view.close();
  });
});
