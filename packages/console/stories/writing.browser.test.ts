import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { PIXEL } from '../../server/src/testing/edit-content.ts';
import { CHROMIUM } from '../../site/src/testing/browser.ts';
import { type PagePlace, paste, saved, startWriting, type Writing } from './writer.testing.ts';

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
  const becomes = (place: PagePlace, markdown: string) =>
    expect.poll(() => markdownOf(place), { timeout: 30_000 }).toBe(markdown);

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
    await expect
      .poll(() => markdownOf(place), { timeout: 30_000 })
      .toBe(before.replace('of the page.', 'of the page. And more.'));
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
      .poll(() => markdownOf(place), { timeout: 30_000 })
      .toBe(
        'Start.\n\n## Title\n\n* one\n* two\n  * deep\n\nA **bold** and `code` word\n\n{% hint style="warning" %}\nBe careful.\n{% endhint %}\n',
      );
    await page.keyboard.type(' Twice.');
    await page.keyboard.press('Control+z');
    await saved(page);
    await expect.poll(() => markdownOf(place), { timeout: 30_000 }).not.toContain('Twice');
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
    await expect.poll(() => markdownOf(place), { timeout: 30_000 }).toBe('One. Mine.\n\nTwo. Theirs.\n');
    await later.getByText('One. Mine.').waitFor();
    await later.getByText('Two. Theirs.').waitFor();
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
    await page.keyboard.press('Control+End');
    await paste(
      editor,
      'text/html',
      '<p>From <b>the</b> <a href="https://a.test/">web</a></p><ul><li>x</li></ul>',
    );
    await saved(page);
    await expect
      .poll(() => markdownOf(place), { timeout: 30_000 })
      .toBe('Start.\n\n## Pasted\n\n- [ ] todo\n\nFrom **the** [web](https://a.test/)\n\n* x\n');
    await context.close();
  });

  test('images, tables, settings of blocks, links, mentions and emoji', async () => {
    const place = await writing.newPage('Start.\n\n| Name | Use |\n| --- | --- |\n| a | first |\n');
    const { context, page, errors } = await writing.signIn();
    const editor = await writing.open(page, place);
    // An image that was copied, with a description and a width.
    await editor.getByText('Start.').click();
    await page.keyboard.press('End');
    await paste(editor, 'image/png', '', { name: 'dot.png', base64: PIXEL.toString('base64') });
    await editor.locator('.images img').dblclick();
    const panel = page.getByRole('dialog');
    await panel.getByLabel('Description for screen readers').fill('A dot');
    await panel.getByLabel('Width', { exact: true }).fill('50%');
    await page.keyboard.press('Enter');
    await panel.getByLabel('Alignment').selectOption('center');
    await page.keyboard.press('Escape');
    await expect
      .poll(() => markdownOf(place), { timeout: 30_000 })
      .toMatch(/<div align="center">.*<img src="\/files\/\S+" alt="A dot" width="50%">/s);
    // A row by Tab, a column and its type by the toolbar of the table.
    await editor.getByText('first').click();
    await page.keyboard.press('Tab');
    await page.keyboard.type('b');
    await page.getByRole('button', { name: 'Add a column to the right' }).click();
    await page.keyboard.type('Count');
    await page.keyboard.press('Enter');
    await page.keyboard.type('12');
    await page.getByLabel('Type of the column').selectOption('number');
    await expect
      .poll(() => markdownOf(place), { timeout: 30_000 })
      .toMatch(/<th>Name<\/th><th[^>]*type="number"[^>]*>Count<\/th><th>Use<\/th>[\s\S]*12/);
    // A hint in another style, a link to a section, a mention of a page, an emoji.
    await page.keyboard.press('Control+End');
    await page.keyboard.type('/hint info');
    await page.keyboard.press('Enter');
    await page.keyboard.type('Look here :rock');
    await page.getByRole('option', { name: 'rocket' }).waitFor();
    await page.keyboard.press('Enter');
    await page.keyboard.type(' and @Sto');
    await page.getByRole('option', { name: 'Story' }).waitFor();
    await page.keyboard.press('Enter');
    await page.keyboard.press('Control+.');
    await panel.getByRole('button', { name: 'Hint' }).click();
    await panel.getByLabel('Style').selectOption('danger');
    await page.keyboard.press('Escape');
    await editor.getByText('Look here').dblclick();
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: 'Target of the link' }).fill('example.com/x');
    await page.keyboard.press('Enter');
    await expect
      .poll(() => markdownOf(place), { timeout: 30_000 })
      .toMatch(/{% hint style="danger" %}\n.*\[\w+\]\(https:\/\/example\.com\/x\).*:rocket:.*\/pages\//);
    await saved(page);
    expect(errors).toEqual([]);
    await context.close();
  });

  test('the Markdown source and back, find and replace, and the settings of the page', async () => {
    const place = await writing.newPage('One word.\n\n## Word\n\n> Another **word**\n');
    const before = await markdownOf(place);
    const { context, page, errors } = await writing.signIn();
    const editor = await writing.open(page, place);
    await page.getByRole('button', { name: 'Markdown source' }).click();
    const source = page.getByRole('textbox', { name: 'Markdown of Story' });
    expect(await source.inputValue()).toBe(before);
    await page.getByRole('button', { name: 'Back to the editor' }).click();
    await editor.waitFor();
    expect(await markdownOf(place)).toBe(before);
    await page.getByRole('button', { name: 'Markdown source' }).click();
    await source.fill(`${before}\n* [ ] a task\n`);
    await becomes(place, `${before}\n- [ ] a task\n`);
    await page.getByRole('button', { name: 'Back to the editor' }).click();
    await editor.getByRole('checkbox').check();
    await becomes(place, `${before}\n- [x] a task\n`);
    // Replaced at once, and taken back at once.
    await editor.getByText('One word.').click();
    await page.keyboard.press('Control+h');
    await page.getByLabel('Find in the page').fill('word');
    await page.getByText(/^\d of 3$/).waitFor();
    await page.getByLabel('Replace with').fill('thing');
    await page.getByRole('button', { name: 'Replace all' }).click();
    await becomes(place, 'One thing.\n\n## thing\n\n> Another **thing**\n\n- [x] a task\n');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Undo (Ctrl+Z)' }).click();
    await becomes(place, `${before}\n- [x] a task\n`);
    // The title is written above the text, the rest is in a dialog.
    await page.getByRole('textbox', { name: 'Title' }).fill('New title');
    await page.getByRole('button', { name: 'Page actions' }).click();
    await page.getByRole('menuitem', { name: 'Settings' }).click();
    const settings = page.getByRole('dialog', { name: 'Page settings' });
    await settings.getByLabel('Address').fill('other');
    await settings.getByLabel('Not in the table of contents').check();
    await settings.getByRole('button', { name: 'Save' }).click();
    await page.waitForURL('**/other?edit=true');
    const { body } = await writing.org.read.call('GET', `/spaces/${place.space}/content/page/${place.id}`);
    expect(body).toMatchObject({ title: 'New title', slug: 'other', hidden: true });
    await page.getByRole('button', { name: 'Page actions' }).click();
    await page.getByRole('menuitem', { name: 'Duplicate' }).click();
    await page.waitForURL('**/new-title-copy?edit=true');
    await editor
      .or(page.getByRole('textbox', { name: 'Text of New title (copy)' }))
      .getByText('One word.')
      .waitFor();
    expect(errors).toEqual([]);
    await context.close();
  });
});
