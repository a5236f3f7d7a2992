import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createLiveSpace } from '../../server/src/testing/content-factory.ts';
import { startServer, type TestOrganization, type TestServer } from '../../server/src/testing/server.ts';
import { CHROMIUM, openBrowser, overflowOf } from '../../site/src/testing/browser.ts';
import { expectAccessible } from './expect-screen.ts';
import { openSignedIn } from './signed-in.ts';

const expression = (source: string) => `<code class="expression">${source}</code>`;

const LONG_LINE = `// ${'A line that no screen has space for. '.repeat(10)}`.trim();

const textWith = (reusable: string) => `{% hint style="warning" %}
### Mind the gap

The body of the hint.
{% endhint %}

* One
  * Nested
  * Nested again
* Two

{% code title="example.ts" lineNumbers="true" %}
\`\`\`typescript
const one = 1;
${LONG_LINE}
const two = 2;
\`\`\`
{% endcode %}

\`\`\`mermaid
graph LR
  Write --> Merge
\`\`\`

{% if visitor.claims.plan == "pro" %}
Only for professionals.
{% endif %}

{% include "/reusable-contents/${reusable}" %}

{% @figma/embed url="https://example.com/drawing" %}

{% updates format="full" %}
{% update date="2026-02-03" tags="release" %}
News of the release.
{% endupdate %}
{% endupdates %}

{% columns %}
{% column width="25%" %}
Left of it
{% endcolumn %}
{% column %}
Right of it
{% endcolumn %}
{% endcolumns %}
`;

describe.skipIf(!CHROMIUM)('reading in a browser', () => {
  let server: TestServer;
  let org: TestOrganization;
  let browser: Browser;
  let space: string;

  beforeAll(async () => {
    server = await startServer();
    org = await server.organization();
    browser = await openBrowser();
    space = await createLiveSpace(org);
    const change = async (...changes: object[]) =>
      (await org.admin.call('POST', `/spaces/${space}/content?compat=false`, { changes })).body;
    const made = await change(
      { operation: 'set_variables', variables: { product: 'Lectern' } },
      {
        operation: 'insert_reusable_content',
        title: 'Legal',
        document: { markdown: `All of ${expression('space.vars.product')} is yours.` },
      },
    );
    const markdown = textWith(made.insertedReusableContents[0].id);
    await change({ operation: 'insert_page', title: 'Blocks', document: { markdown } });
  });
  afterAll(async () => {
    await browser?.close();
    await server?.close();
  });

  /** The distances between blocks, from the top of the first. */
  const places = async (page: Page): Promise<Record<string, readonly number[]>> => {
    const placeOf = async (words: string) => {
      const box = await page
        .getByText(words, { exact: true })
        .first()
        .evaluate((element, text) => {
          const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
          while (walker.nextNode()?.textContent?.trim() !== text);
          const range = document.createRange();
          range.selectNodeContents(walker.currentNode);
          const { x, y } = range.getBoundingClientRect();
          return { x, y };
        }, words);
      return [box.x, box.y] as const;
    };
    const [x, y] = await placeOf('The body of the hint.');
    const found: Record<string, readonly number[]> = {};
    for (const words of ['Mind the gap', 'Nested', 'Nested again', 'Two', 'Left of it', 'Right of it']) {
      const [left, top] = await placeOf(words);
      found[words] = /Left|Right/.test(words)
        ? [Math.round(left - x)]
        : [Math.round(left - x), Math.round(top - y)];
    }
    return found;
  };

  test('Ann reads what sites show, and what they compute, and writes on the same page', async () => {
    const { page, errors, unlisted, context } = await openSignedIn(browser, server, org.edit);
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.goto(`/app/s/${space}/blocks`);
    await page.getByText('All of Lectern is yours.').waitFor();
    await page.getByRole('img', { name: 'Diagram' }).waitFor();
    await page.getByText('Shown if visitor.claims.plan == "pro"').waitFor();
    await page.getByText('Only for professionals.').waitFor();
    await page.getByText('Block of the integration @figma/embed').waitFor();
    await page.getByRole('link', { name: 'https://example.com/drawing' }).waitFor();
    await page.getByText('release', { exact: true }).waitFor();
    // The buttons beside the block under the pointer cover nothing of it.
    await page.getByText('const two').hover();
    await page.getByRole('button', { name: 'Copy the address of this block' }).waitFor();
    await page.locator('figure', { hasText: 'example.ts' }).getByRole('button', { name: 'Copy' }).click();
    await expect
      .poll(() => page.evaluate('navigator.clipboard.readText()'))
      .toBe(`const one = 1;\n${LONG_LINE}\nconst two = 2;`);
    await expectAccessible(page);
    await page.setViewportSize({ width: 390, height: 844 });
    expect(await overflowOf(page)).toBeLessThanOrEqual(0);
    await page.setViewportSize({ width: 1280, height: 900 });

    // The page that is edited is set as readers get it.
    const read = await places(page);
    await page.goto(`/app/s/${space}/blocks?edit=true`);
    await page.getByRole('textbox', { name: 'Text of Blocks' }).waitFor();
    const figure = page.locator('figure', { has: page.locator('.line-numbers > span') });
    await figure.waitFor();
    expect(await figure.locator('.line-numbers > span').count()).toBe(3);
    await page.getByText('release', { exact: true }).waitFor();
    // A long line is broken, and the number of the next one stands beside that.
    await expect
      .poll(() =>
        figure.evaluate((block) => {
          const topOf = (selector: string) =>
            [...block.querySelectorAll(selector)].at(-1)?.getBoundingClientRect().y ?? Number.NaN;
          return Math.abs(topOf('code .t-keyword') - topOf('.line-numbers > span'));
        }),
      )
      .toBeLessThan(6);
    await expectAccessible(page);
    expect(await places(page)).toEqual(read);

    // A diagram is drawn below its source, and again after a change.
    const diagram = page.locator('figure', { has: page.locator('.diagram-preview') });
    const drawing = diagram.getByRole('img', { name: 'Diagram' });
    await drawing.waitFor();
    const before = await drawing.getAttribute('src');
    await diagram.getByText('Write --> Merge').click();
    await page.keyboard.press('End');
    await page.keyboard.type(' -->');
    await diagram.getByText('This diagram cannot be drawn yet.').waitFor();
    await page.keyboard.type(' Publish');
    await expect.poll(() => drawing.getAttribute('src')).not.toBe(before);
    expect(await diagram.getByText('cannot be drawn').count()).toBe(0);
    expect([errors, unlisted]).toEqual([[], []]);
    await context.close();
  });
});
