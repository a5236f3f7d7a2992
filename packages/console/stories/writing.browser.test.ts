import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CHROMIUM } from '../../site/src/testing/browser.ts';
import {
  draftsIn,
  goToEnd,
  type PagePlace,
  paste,
  picture,
  saved,
  startWriting,
  type Writing,
} from './writer.testing.ts';

const PAGE = `First words of the page.

## A heading

* one
* two

{% hint style="warning" %}
Be **careful** with [links](https://example.com/).
{% endhint %}

{% tabs %}
{% tab title="npm" %}
\`\`\`sh
npm install
\`\`\`
{% endtab %}

{% tab title="yarn" %}
Add it.
{% endtab %}
{% endtabs %}

| Name | Use |
| --- | --- |
| a | first |

$$
x^2
$$
`;

describe.skipIf(!CHROMIUM)('writing a page in a browser', () => {
  let writing: Writing;
  beforeAll(async () => {
    writing = await startWriting();
  });
  afterAll(async () => {
    await writing?.close();
  });
  const markdownOf = (place: PagePlace) => writing.markdownOf(place);

  test('opening and leaving the editor changes not one byte; a typed word changes its line alone', async () => {
    const place = await writing.newPage(PAGE);
    const before = await markdownOf(place);
    const { context, page, errors } = await writing.signIn();
    await page.goto(`${writing.server.url}/app/s/${place.space}/story`);
    await page.getByRole('link', { name: 'Edit' }).click();
    const editor = page.getByRole('textbox', { name: 'Text of Story' });
    await editor.getByText('First words of the page.').click();
    expect(await markdownOf(place)).toBe(before);
    await page.keyboard.press('End');
    await page.keyboard.type(' And more.');
    await saved(page);
    await expect.poll(() => markdownOf(place)).toBe(before.replace('of the page.', 'of the page. And more.'));
    await page.reload();
    await editor.getByText('First words of the page. And more.').waitFor();
    await page.getByRole('button', { name: 'Done' }).click();
    await page.locator('.prose', { hasText: 'First words of the page. And more.' }).waitFor();
    if (process.env.PICTURES) await page.screenshot({ path: `${process.env.PICTURES}/read.png` });
    expect(errors).toEqual([]);
    await context.close();
  });

  test('Markdown shortcuts, the slash menu, lists and undo', async () => {
    const place = await writing.newPage('Start.');
    const { context, page, errors } = await writing.signIn();
    const editor = await writing.open(page, place);
    await editor.getByText('Start.').click();
    await page.keyboard.press('End');
    await page.keyboard.press('Enter');
    await page.keyboard.type('# Title');
    await page.keyboard.press('Enter');
    await page.keyboard.type('- one');
    await page.keyboard.press('Enter');
    await page.keyboard.type('two');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
    await page.keyboard.type('deep');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Enter');
    await page.keyboard.type('A **bold** and `code` word ');
    await page.keyboard.press('Enter');
    await page.keyboard.type('/warn');
    await page.getByRole('option', { name: 'Hint: warning' }).waitFor();
    await page.keyboard.press('Enter');
    await page.keyboard.type('Be careful.');
    await saved(page);
    await expect
      .poll(() => markdownOf(place))
      .toBe(
        'Start.\n\n# Title\n\n* one\n* two\n  * deep\n\nA **bold** and `code` word\n\n{% hint style="warning" %}\nBe careful.\n{% endhint %}\n',
      );
    await page.keyboard.type(' Twice.');
    await page.keyboard.press('Control+z');
    await saved(page);
    await expect.poll(() => markdownOf(place)).not.toContain('Twice');
    if (process.env.PICTURES) await page.screenshot({ path: `${process.env.PICTURES}/write.png` });
    expect(errors).toEqual([]);
    await context.close();
  });

  test('words typed while the server is away are kept, and merged with those of others', async () => {
    const place = await writing.newPage('One.\n\nTwo.');
    const { context, page } = await writing.signIn();
    const editor = await writing.open(page, place);
    await context.route('**/v1/spaces/*/content?*', (route) => route.abort());
    await editor.getByText('One.').click();
    await page.keyboard.press('End');
    await page.keyboard.type(' Mine.');
    await page.getByRole('status').getByText('Offline: kept in this browser').waitFor();
    await writing.org.edit.call('POST', `/spaces/${place.space}/content`, {
      changes: [{ operation: 'update_page', page: place.id, document: { markdown: 'One.\n\nTwo. Theirs.' } }],
    });
    await page.close();
    await context.unroute('**/v1/spaces/*/content?*');
    const later = await context.newPage();
    await writing.open(later, place);
    await expect.poll(() => markdownOf(place)).toBe('One. Mine.\n\nTwo. Theirs.\n');
    await later.getByText('One. Mine.').waitFor();
    await later.getByText('Two. Theirs.').waitFor();
    await context.close();
  });

  test('a title typed while the server is away survives a crash of the tab, and is not set over that of others', async () => {
    const place = await writing.newPage('One.');
    const { context, page } = await writing.signIn();
    const read = () => writing.org.read.call('GET', `/spaces/${place.space}/content/page/${place.id}`);
    const titleOf = async () => (await read()).body.title;
    // A new title changes the address.
    const open = async (tab: typeof page) => {
      await tab.goto(`${writing.server.url}/app/s/${place.space}/${(await read()).body.path}?edit=true`);
      const title = tab.getByRole('textbox', { name: 'Title', exact: true });
      await title.waitFor();
      return title;
    };
    const writeTitle = async (tab: typeof page, title: string) => {
      const field = await open(tab);
      await tab.route('**/v1/spaces/*/content?*', (route) => route.abort());
      await field.fill(title);
      await tab.keyboard.press('Enter');
      await tab.getByRole('status').getByText('Offline: kept in this browser').waitFor();
      // It stays on the screen, and is in this browser.
      expect(await field.inputValue()).toBe(title);
      await expect.poll(() => draftsIn(tab)).toContain(title);
      const isCrashed = tab.waitForEvent('crash');
      await tab.goto('chrome://crash').catch(() => undefined);
      await isCrashed;
    };
    await writeTitle(page, 'Story two');
    const second = await context.newPage();
    await open(second);
    await expect.poll(titleOf).toBe('Story two');
    await expect.poll(() => draftsIn(second)).toBe('[]');
    await second.close();

    const third = await context.newPage();
    await writeTitle(third, 'Mine');
    await writing.org.edit.call('POST', `/spaces/${place.space}/content`, {
      changes: [{ operation: 'update_page', page: place.id, title: 'Theirs' }],
    });
    const last = await context.newPage();
    await open(last);
    await last.getByRole('status').getByText('Written here while offline: Mine').waitFor();
    expect(await titleOf()).toBe('Theirs');
    await picture(last, 'offered-title');
    await last.getByRole('button', { name: 'Use it' }).click();
    await expect.poll(titleOf).toBe('Mine');
    await expect.poll(() => draftsIn(last)).toBe('[]');
    await context.close();
  });

  test('Markdown and HTML are pasted as blocks', async () => {
    const place = await writing.newPage('Start.');
    const { context, page } = await writing.signIn();
    const editor = await writing.open(page, place);
    await editor.getByText('Start.').click();
    await page.keyboard.press('End');
    await page.keyboard.press('Enter');
    await paste(editor, 'text/plain', '## Pasted\n\n- [ ] todo\n');
    await goToEnd(editor);
    await paste(
      editor,
      'text/html',
      '<p>From <b>the</b> <a href="https://a.test/">web</a></p><ul><li>x</li></ul>',
    );
    await saved(page);
    await expect
      .poll(() => markdownOf(place))
      .toBe('Start.\n\n## Pasted\n\n- [ ] todo\n\nFrom **the** [web](https://a.test/)\n\n* x\n');
    await context.close();
  });
});
