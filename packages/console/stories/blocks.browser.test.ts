import type { Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { PIXEL } from '../../server/src/testing/edit-content.ts';
import { CHROMIUM } from '../../site/src/testing/browser.ts';
import {
  type PagePlace,
  paste,
  picture,
  saved,
  startWriting,
  type Writer,
  type Writing,
} from './writer.testing.ts';

const DOT = { name: 'dot.png', base64: PIXEL.toString('base64') };

describe.skipIf(!CHROMIUM)('a person writes with every block', () => {
  let writing: Writing;
  let writer: Writer;
  let page: Page;
  let editor: Locator;
  let panel: Locator;
  beforeAll(async () => {
    writing = await startWriting();
    writer = await writing.signIn();
    page = writer.page;
    panel = page.getByRole('dialog');
  });
  afterEach(() => expect(writer.errors).toEqual([]));
  afterAll(async () => {
    await writing?.close();
  });

  const keys = async (...names: readonly string[]) => {
    for (const name of names) await page.keyboard.press(name);
  };
  const type = (text: string) => page.keyboard.type(text);
  /** Opens a page with the cursor at the end of its first line, on a new one. */
  const begin = async (markdown: string): Promise<PagePlace> => {
    const place = await writing.newPage(markdown);
    editor = await writing.open(page, place);
    await editor.locator('p').first().click();
    await keys('End', 'Enter');
    return place;
  };
  /** Moves the cursor to the last line, which is there once what was pasted before is drawn. */
  const toEnd = () =>
    expect
      .poll(async () => {
        await keys('Control+End');
        return editor.evaluate(({ lastElementChild }) =>
          lastElementChild!.contains(document.getSelection()!.anchorNode),
        );
      })
      .toBe(true);
  /** Inserts a block by the slash menu. */
  const insert = async (words: string, name: string) => {
    await type(`/${words}`);
    await page.getByRole('option', { name, exact: true }).waitFor();
    await keys('Enter');
  };
  /** Waits until the server has this Markdown; ids are written as ID. */
  const becomes = async (place: PagePlace, markdown: string) => {
    const stored = async () =>
      (await writing.markdownOf(place)).replaceAll(/\/(files|pages|reusable-contents)\/\w+/g, '/$1/ID');
    await expect.poll(stored).toBe(markdown);
    await saved(page);
  };
  const choose = (label: string, value: string) => page.getByLabel(label).selectOption(value);

  test('tables: rows, columns, types of columns, and cells with blocks', async () => {
    const place = await begin('Start.');
    await insert('table', 'Table');
    await type('Name');
    await keys('Tab');
    await type('Use');
    await keys('Tab');
    await type('Notes');
    await keys('Tab');
    await type('alpha');
    await keys('Tab');
    await type('first');
    await keys('Tab');
    await insert('bullet', 'Bulleted list');
    await type('in a cell');
    await keys('Enter');
    await type('again');
    await editor.locator('tr').nth(2).locator('td').first().click();
    await type('beta');
    await picture(page, 'table-1');
    const bar = page.getByRole('toolbar', { name: 'Table' });
    const [above, tools, table] = await Promise.all(
      [editor.getByText('Start.'), bar, editor.locator('table')].map(async (each) => each.boundingBox()),
    );
    expect(tools!.y).toBeGreaterThanOrEqual(above!.y + above!.height);
    expect(tools!.y + tools!.height).toBeLessThanOrEqual(table!.y);
    await bar.getByRole('button', { name: 'Add a row below' }).click();
    await type('gamma');
    await bar.getByRole('button', { name: 'Row', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Move up' }).click();
    await editor.getByText('first', { exact: true }).click();
    await bar.getByRole('button', { name: 'Add a column to the right' }).click();
    await type('Count');
    await keys('Enter');
    await type('12');
    await choose('Type of the column', 'number');
    await picture(page, 'table-2');
    await editor.locator('td.table-value').nth(1).click();
    await panel.getByLabel('Count').fill('7');
    await keys('Enter', 'Escape');
    await editor.getByText('alpha', { exact: true }).click();
    await bar.getByRole('button', { name: 'Column', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Move right' }).click();
    await bar.getByRole('button', { name: 'Add a column to the right' }).click();
    await type('State');
    await keys('Enter');
    await choose('Type of the column', 'select');
    await editor.locator('td.table-value').first().click();
    await panel.getByLabel('Choices, separated by commas').fill('Open, Done');
    await keys('Enter');
    await panel.getByLabel('Done').check();
    await picture(page, 'table-3');
    await keys('Escape');
    await editor.getByText('beta', { exact: true }).click();
    await bar.getByRole('button', { name: 'Row', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Delete the row' }).click();
    await editor.getByText('alpha', { exact: true }).click();
    await choose('Alignment of the column', 'center');
    await picture(page, 'table-4');
    await becomes(
      place,
      'Start.\n\n<table><thead><tr><th>Use</th><th align="center">Name</th><th data-type="select">State<select><option value="o1" label="Open" color="blue"></option><option value="o2" label="Done" color="green"></option></select></th><th data-type="number">Count</th><th>Notes</th></tr></thead><tbody><tr><td>first</td><td>alpha</td><td><span data-option="o2">Done</span></td><td>12</td><td><ul><li>in a cell</li><li>again</li></ul></td></tr><tr><td></td><td>gamma</td><td></td><td>7</td><td></td></tr></tbody></table>\n',
    );
  });

  test('images by paste and drop, with caption, size and dark variant, and an upload that fails', async () => {
    const place = await begin('Start.');
    await paste(editor, 'image/png', '', DOT);
    await editor.locator('.images img').first().waitFor();
    await editor.locator('.images img').first().dblclick();
    await panel.getByLabel('Description for screen readers').fill('A dot');
    await panel.getByLabel('Width', { exact: true }).fill('50%');
    await keys('Enter');
    await panel.getByLabel('Upload: Image in dark mode').setInputFiles({
      name: 'dark.png',
      mimeType: 'image/png',
      buffer: PIXEL,
    });
    await panel.getByRole('button', { name: 'Remove' }).waitFor();
    await panel.getByLabel('Alignment').selectOption('center');
    await picture(page, 'image-1');
    await panel.getByRole('button', { name: 'Add a caption' }).click();
    await type('A dot in its middle');
    await picture(page, 'image-2');
    await keys('Control+End');
    // Dropped, and the server cannot be reached.
    await page.context().route('**/v1/spaces/*/files', (route) => route.abort());
    await type('Below');
    const target = (await editor.getByText('Below').boundingBox())!;
    await editor.evaluate(
      (element, { base64, x, y }) => {
        const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
        const data = new DataTransfer();
        data.items.add(new File([bytes], 'dropped.png', { type: 'image/png' }));
        const at = { clientX: x, clientY: y, bubbles: true, cancelable: true, dataTransfer: data };
        element.dispatchEvent(new DragEvent('dragover', at));
        element.dispatchEvent(new DragEvent('drop', at));
      },
      { base64: DOT.base64, x: target.x + 5, y: target.y + 5 },
    );
    await editor.getByText('The server could not be reached').waitFor();
    await type(' the failed one');
    await page.getByRole('status').getByText('A file is not uploaded yet').waitFor();
    await picture(page, 'image-3');
    // Leaving would lose it.
    await page.getByRole('button', { name: 'Done' }).click();
    await panel.getByText('A file is not uploaded yet. It will be lost.').waitFor();
    await picture(page, 'image-4');
    await panel.getByRole('button', { name: 'Stay' }).click();
    await page.context().unroute('**/v1/spaces/*/files');
    await editor.getByRole('button', { name: 'Try again' }).click();
    await editor.locator('.images').nth(1).locator('img').waitFor();
    await becomes(
      place,
      `Start.

<div align="center"><figure><picture><source srcset="/files/ID" media="(prefers-color-scheme: dark)"><img src="/files/ID" alt="A dot" width="50%"></picture><figcaption><p>A dot in its middle</p></figcaption></figure></div>

Below the failed one

<figure><img src="/files/ID" alt=""><figcaption></figcaption></figure>
`,
    );
  });

  test('hints, tabs, steps, columns, cards, expandables, conditions and quotes', async () => {
    const place = await begin('Start.');
    await insert('hint info', 'Hint: info');
    await type('Careful');
    await keys('Control+.');
    await picture(page, 'hint-panel');
    await panel.getByRole('button', { name: 'Hint' }).click();
    await panel.getByLabel('Style').selectOption('danger');
    await keys('Escape');
    await keys('Control+End');
    await insert('tabs', 'Tabs');
    await type('In the first');
    await editor.getByRole('textbox', { name: 'Title of tab 1' }).fill('npm');
    await editor.getByRole('textbox', { name: 'Title of tab 2' }).fill('yarn');
    await editor.getByRole('button', { name: 'Add a tab' }).click();
    await editor.getByRole('textbox', { name: 'Title of tab 3' }).fill('pnpm');
    await keys('Enter');
    await type('In the third');
    await picture(page, 'tabs');
    await keys('Control+End');
    await insert('stepper', 'Stepper');
    await type('First step');
    await keys('Control+.');
    await panel.getByRole('button', { name: /Step/ }).last().click();
    await panel.getByRole('button', { name: 'Add step' }).click();
    await keys('Escape');
    await editor.locator('.step').nth(1).locator('p').click();
    await type('Second step');
    await keys('Control+End');
    await insert('columns', 'Columns');
    await type('Left');
    await editor.locator('.column').nth(1).locator('p').click();
    await type('Right');
    await keys('Control+End');
    await insert('expand', 'Expandable');
    await type('A question');
    await editor.locator('.expandable-body p').click();
    await type('An answer');
    await keys('Control+End');
    await insert('condition', 'Condition');
    await panel.getByLabel('Shown if').fill('visitor.claims.plan == "pro"');
    await keys('Enter', 'Escape');
    await editor.locator('.labeled-block p').click();
    await type('For professionals');
    await keys('Control+End');
    await insert('cards', 'Cards');
    await picture(page, 'cards-1');
    await editor.locator('.card').first().locator('.card-cell p').first().click();
    await type('A card');
    await keys('Control+End');
    await picture(page, 'containers');
    await becomes(
      place,
      `Start.

{% hint style="danger" %}
Careful
{% endhint %}

{% tabs %}
{% tab title="npm" %}
In the first
{% endtab %}

{% tab title="yarn" %}
{% endtab %}

{% tab title="pnpm" %}
In the third
{% endtab %}
{% endtabs %}

{% stepper %}
{% step %}
First step
{% endstep %}

{% step %}
Second step
{% endstep %}
{% endstepper %}

{% columns %}
{% column %}
Left
{% endcolumn %}

{% column %}
Right
{% endcolumn %}
{% endcolumns %}

<details>

<summary>A question</summary>

An answer

</details>

{% if visitor.claims.plan == "pro" %}
For professionals
{% endif %}

<table data-view="cards"><thead><tr><th>Column 1</th><th>Column 2</th><th>Column 3</th></tr></thead><tbody><tr><td>A card</td><td></td><td></td></tr><tr><td></td><td></td><td></td></tr></tbody></table>
`,
    );
  });

  test('formulas, code, reusable contents, variables, links to pages, mentions, emoji, buttons and icons', async () => {
    const place = await begin('Start.');
    const made = await writing.org.edit.call('POST', `/spaces/${place.space}/content?compat=false`, {
      changes: [
        {
          operation: 'insert_reusable_content',
          title: 'Legal',
          document: { markdown: 'All rights reserved.' },
        },
        { operation: 'set_variables', variables: { version: '1.2' } },
        { operation: 'insert_page', title: 'Target', document: { markdown: '## A section\n' } },
      ],
    });
    expect(made.status).toBeLessThan(300);
    await page.reload();
    await editor.waitFor();
    await editor.locator('p').first().click();
    await keys('End', 'Enter');
    await insert('formula', 'Formula');
    await panel.getByLabel('Formula in TeX').fill('E = mc^2');
    await keys('Escape');
    await picture(page, 'math');
    await keys('Control+End');
    await type('```ts ');
    await type('const a = 1;');
    await keys('Enter');
    await type('return a;');
    await editor.locator('.t-keyword', { hasText: 'return' }).waitFor();
    await editor.getByRole('textbox', { name: 'Title' }).fill('a.ts');
    await keys('Enter');
    await keys('Control+End');
    await insert('reusable', 'Reusable content');
    await panel.getByRole('combobox').selectOption({ label: 'Legal' });
    await keys('Escape');
    await editor.getByText('All rights reserved.').waitFor();
    await keys('Control+End');
    await type('Area ');
    await insert('Formula in the line', 'Formula in the line');
    await panel.getByLabel('Formula in TeX').fill('x^2');
    // Enter ends the formula, and the next words are behind it.
    await keys('Enter');
    await type(' wide');
    await keys('Enter');
    await type('Version ');
    await insert('variable', 'Variable or expression');
    await picture(page, 'variable');
    await page.keyboard.press('Control+a');
    await type('space.vars.version');
    await keys('Enter', 'Escape');
    await keys('Control+End');
    await type(' see @Targ');
    await page.getByRole('option', { name: 'Target' }).waitFor();
    await keys('Enter');
    await type(' and :rocket');
    await page.getByRole('option', { name: 'rocket' }).waitFor();
    await keys('Enter');
    await type(' and words to link');
    await keys('Control+Shift+ArrowLeft');
    await keys('Control+k');
    await page.getByRole('combobox', { name: 'Target of the link' }).fill('Targ');
    await page
      .getByRole('option', { name: /Target/ })
      .first()
      .waitFor();
    await keys('Enter');
    await page.getByRole('option', { name: /A section/ }).waitFor();
    await picture(page, 'link-picker');
    await keys('ArrowDown', 'Enter');
    await keys('Control+End', 'Enter');
    await insert('link to', 'Link to a page');
    await page.getByRole('combobox', { name: 'Target of the link' }).fill('Targ');
    await page
      .getByRole('option', { name: /Target/ })
      .first()
      .waitFor();
    await keys('Enter', 'Enter', 'Escape');
    await keys('Control+End');
    await insert('button', 'Button');
    await picture(page, 'button');
    await panel.getByLabel('Label').fill('Go');
    await page.getByRole('combobox', { name: 'Target of the link' }).fill('example.com');
    await page.getByRole('option', { name: /example\.com/ }).waitFor();
    await keys('Enter', 'Escape');
    await keys('Control+End');
    await picture(page, 'inlines');
    await becomes(
      place,
      `Start.

$$
E = mc^2
$$

{% code title="a.ts" %}
\`\`\`ts
const a = 1;
return a;
\`\`\`
{% endcode %}

{% include "/reusable-contents/ID" %}

Area $$x^2$$ wide

Version <code class="expression">space.vars.version</code> see [Target](/pages/ID "mention") and :rocket: and words to [link](/pages/ID#a-section)

{% content-ref url="/pages/ID" %}
[/pages/ID](/pages/ID)
{% endcontent-ref %}

<a href="https://example.com" class="button primary">Go</a>
`,
    );
    await page.getByRole('button', { name: 'Done' }).click();
    await page.getByRole('link', { name: 'Edit' }).waitFor();
    await page.locator('.code .t-keyword', { hasText: 'return' }).waitFor();
    await page.getByText('Version 1.2 see').waitFor();
    await picture(page, 'inlines-read');
  });

  test('pasted tables keep merged cells in their columns; numbers and monospaced words stay what they are', async () => {
    const place = await begin('Start.');
    await paste(
      editor,
      'text/html',
      `<table><caption>Cap</caption><tr><th>A</th><th>B</th><th>C</th></tr><tr><td rowspan=2>1</td><td colspan=2>2</td></tr><tr><td>3</td><td><table><tr><td>n1</td><td>n2</td></tr></table></td></tr></table><p style='mso-list:l1 level1 lfo2'><span style='mso-list:Ignore'>3.</span>third</p><p>Run <span style='font-family:"Courier New"'>npm start</span> now</p>`,
    );
    await becomes(
      place,
      'Start.\n\nCap\n\n<table><thead><tr><th>A</th><th>B</th><th>C</th></tr></thead><tbody><tr><td>1</td><td>2</td><td></td></tr><tr><td></td><td>3</td><td><p>n1</p><p>n2</p></td></tr></tbody></table>\n\n3. third\n\nRun `npm start` now\n',
    );
  });

  test('the first row of a pasted table is its header if it looks like one, or is made the header', async () => {
    const place = await begin('Start.');
    const tables = [
      // Google Docs: bold words. Google Sheets: a bold cell. Word: a color behind the cells.
      '<table><tr><td><p><span style="font-weight:700">Name</span></p></td><td><p><span style="font-weight:700">Use</span></p></td></tr><tr><td><p>a</p></td><td><p><span style="font-weight:400">b</span></p></td></tr></table>',
      '<table><tr><td style="font-weight:bold;">Sheet</td><td style="font-weight:bold;">Sum</td></tr><tr><td>c</td><td>1</td></tr></table>',
      "<table><tr><td style='background:#4472C4'><p>Word</p></td><td style='background:#4472C4'><p>Color</p></td></tr><tr><td style='background:white'><p>d</p></td><td><p>e</p></td></tr></table>",
      '<table><tr><td>plain</td><td>first</td></tr><tr><td>f</td><td>g</td></tr></table>',
    ];
    await paste(editor, 'text/html', tables.join('<p>between</p>'));
    await editor.getByText('plain').click();
    await page
      .getByRole('toolbar', { name: 'Table' })
      .getByRole('button', { name: 'Row', exact: true })
      .click();
    await page.getByRole('menuitem', { name: 'Use as header' }).click();
    await becomes(
      place,
      `Start.

| Name | Use |
| --- | --- |
| a | b |

between

| Sheet | Sum |
| --- | --- |
| c | 1 |

between

| Word | Color |
| --- | --- |
| d | e |

between

| plain | first |
| --- | --- |
| f | g |
`,
    );
  });

  test('paste from Word, Google Docs, a web page and Markdown', async () => {
    const place = await begin('Start.');
    await paste(
      editor,
      'text/html',
      `<html xmlns:o="urn:schemas-microsoft-com:office:office"><head><style>p.MsoNormal{margin:0}</style></head><body lang=EN-US><!--StartFragment--><p class=MsoTitle>Title in Word</p><h1>From Word</h1><p class=MsoNormal>Some <b>bold</b> and <i>italic</i> words.<o:p></o:p></p><p class=MsoListParagraphCxSpFirst style='text-indent:-18.0pt;mso-list:l0 level1 lfo1'><![if !supportLists]><span style='font-family:Symbol'><span style='mso-list:Ignore'>·<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp; </span></span></span><![endif]>one item<o:p></o:p></p><p class=MsoListParagraphCxSpLast style='text-indent:-18.0pt;mso-list:l0 level2 lfo1'><![if !supportLists]><span style='mso-list:Ignore'>o<span>&nbsp;&nbsp; </span></span><![endif]>deeper item<o:p></o:p></p><p class=MsoListParagraph style='mso-list:l1 level1 lfo2'><span style='mso-list:Ignore'>1.<span>&nbsp; </span></span>first<o:p></o:p></p><table class=MsoTableGrid><tr><td><p class=MsoNormal>A</p></td><td><p class=MsoNormal>B</p></td></tr></table><!--EndFragment--></body></html>`,
    );
    await toEnd();
    await paste(
      editor,
      'text/html',
      `<meta charset='utf-8'><b style="font-weight:normal;" id="docs-internal-guid-1"><h2 dir="ltr"><span style="font-weight:400">From Docs</span></h2><p dir="ltr"><span style="font-weight:700">bold</span><span style="font-weight:400"> and </span><span style="font-style:italic">italic</span></p><ul><li dir="ltr" aria-level="1"><p dir="ltr" role="presentation"><span>item</span></p></li><ul><li dir="ltr" aria-level="2"><p role="presentation"><span>nested</span></p></li></ul></ul><ul><li role="checkbox" aria-checked="true"><p>done task</p></li></ul></b>`,
    );
    await toEnd();
    await paste(
      editor,
      'text/html',
      `<main><h2>From the web</h2><p>Text with <a href="https://example.com/">a link</a>,<br>a break and <code>code</code>.</p><pre><div>js</div><div><button>Copy code</button></div><div><code class="language-js">let a;\n</code></div></pre><div style="font-family: Menlo, monospace; white-space: pre;"><div><span>let b;</span></div><div><span>  c();</span></div></div><figure><img src="https://example.com/a.png" alt="A"><figcaption>Caption</figcaption></figure><blockquote><p>Said</p></blockquote><script>alert(1)</script><ol start="3"><li>three</li></ol><ul><li><input type="checkbox" checked> ticked</li></ul></main>`,
    );
    await toEnd();
    await paste(
      editor,
      'text/plain',
      '## From Markdown\n\n{% hint style="info" %}\nNote\n{% endhint %}\n\n- [x] done\n',
    );
    await picture(page, 'paste');
    await becomes(
      place,
      `Start.

# Title in Word

# From Word

Some **bold** and _italic_ words.

* one item
  * deeper item

1. first

<table data-header-hidden><thead><tr><th></th><th></th></tr></thead><tbody><tr><td>A</td><td>B</td></tr></tbody></table>

## From Docs

**bold** and _italic_

* item
  * nested

- [x] done task

## From the web

Text with [a link](https://example.com/),\\
a break and \`code\`.

\`\`\`js
let a;
\`\`\`

\`\`\`
let b;
  c();
\`\`\`

<figure><img src="https://example.com/a.png" alt="A"><figcaption><p>Caption</p></figcaption></figure>

> Said

3. three

- [x] ticked

## From Markdown

{% hint style="info" %}
Note
{% endhint %}

- [x] done
`,
    );
    // Notes go to the words that they are about, and colors become those of documents.
    const noted = await begin('Start.');
    await paste(
      editor,
      'text/html',
      `<html xmlns:o="urn:schemas-microsoft-com:office:office"><body><h2><span style='color:#2F5496'>Heading</span></h2><p class=MsoNormal>A claim<a style='mso-footnote-id:ftn1' href="#_ftn1" name="_ftnref1" title=""><span class=MsoFootnoteReference><span style='mso-special-character:footnote'>[1]</span></span></a> in <span style='color:red'>red</span>, <span style='background:yellow;mso-highlight:yellow'>marked</span> and <span style='color:black'>black</span>.</p><div style='mso-element:footnote-list'><br clear=all><hr align=left size=1 width="33%"><div style='mso-element:footnote' id=ftn1><p class=MsoFootnoteText><a style='mso-footnote-id:ftn1' href="#_ftnref1" name="_ftn1" title=""><span class=MsoFootnoteReference>[1]</span></a> The <i>proof</i>.</p></div></div></body></html>`,
    );
    await toEnd();
    await keys('Enter');
    await paste(
      editor,
      'text/html',
      `<b style="font-weight:normal" id="docs-internal-guid-2"><p><span style="color:#000000">From Docs</span><sup><a href="#ftnt1" id="ftnt_ref1">[1]</a></sup><span style="color:#1155cc"> in blue</span></p><div><p><a href="#ftnt_ref1" id="ftnt1">[1]</a><span> Of Docs.</span></p></div></b>`,
    );
    await toEnd();
    await keys('Enter');
    await paste(
      editor,
      'text/html',
      `<p>On the <a href="#web">web</a><sup><a href="#fn-1" id="fnref-1" data-footnote-ref>1</a></sup>, <span style="color:red">designed</span>.</p><section data-footnotes class="footnotes"><h2 id="label">Footnotes</h2><ol><li id="fn-1"><p>Of the web. <a href="#fnref-1" data-footnote-backref>↩</a></p></li></ol></section>`,
    );
    await becomes(
      noted,
      `Start.

## Heading

A claim[^1] in <mark style="color:red;">red</mark>, <mark style="background-color:yellow;">marked</mark> and black.

From Docs[^2]<mark style="color:blue;"> in blue</mark>

On the web[^3], designed.

[^1]: The _proof_.

[^2]: Of Docs.

[^3]: Of the web.
`,
    );
    // Images inside of pasted words are uploaded in their places.
    const other = await begin('Start.');
    const image = `<img alt="A dot" src="data:image/png;base64,${DOT.base64}">`;
    await paste(editor, 'text/html', `<p>Before</p><p>${image}</p><p>Between</p><p>${image}</p><p>After</p>`);
    await editor.locator('.images img').nth(1).waitFor();
    const figure = '<figure><img src="/files/ID" alt="A dot"><figcaption></figcaption></figure>';
    await becomes(other, `Start.\n\nBefore\n\n${figure}\n\nBetween\n\n${figure}\n\nAfter\n`);
    await keys('Control+z');
    expect(await editor.textContent()).not.toContain('\uFFFC');
  });

  test('the floating toolbar, the handle of a block, undo and redo', async () => {
    const place = await begin('Words to format.\n\nSecond.\n\nThird.');
    await editor.getByText('Words to format.').dblclick({ position: { x: 20, y: 10 } });
    const bar = page.getByRole('toolbar', { name: 'Format' });
    await bar.getByRole('button', { name: 'Bold' }).click();
    await picture(page, 'toolbar');
    await bar.getByRole('button', { name: 'Note' }).click();
    await page.getByLabel('Note for these words').fill('A note');
    await page.getByRole('button', { name: 'Save the note' }).click();
    await editor.getByText('Third.').hover();
    const grip = page.getByRole('button', { name: 'Settings of the block' }).last();
    await grip.waitFor();
    await picture(page, 'handle');
    await grip.dragTo(editor.getByText('Words').first(), { targetPosition: { x: 3, y: 2 } });
    const words = '**[Words](#user-content-fn-1)[^1]** to format.';
    await becomes(place, `Third.\n\n${words}\n\nSecond.\n\n[^1]: A note\n`);
    await page.getByRole('button', { name: 'Undo (Ctrl+Z)' }).click();
    await becomes(place, `${words}\n\nSecond.\n\nThird.\n\n[^1]: A note\n`);
    await page.getByRole('button', { name: 'Redo (Ctrl+Y)' }).click();
    await editor.getByText('Second.').hover();
    await page.getByRole('button', { name: 'Add a block below' }).click();
    await type('quote');
    await page.getByRole('option', { name: 'Quote', exact: true }).waitFor();
    await keys('Enter');
    await type('Quoted');
    await picture(page, 'handle-2');
    await becomes(place, `Third.\n\n${words}\n\nSecond.\n\n> Quoted\n\n[^1]: A note\n`);
  });

  test('the Markdown source and back, find and replace', async () => {
    const place = await writing.newPage('One word.\n\n## Word\n\n> Another **word**\n');
    const before = await writing.markdownOf(place);
    editor = await writing.open(page, place);
    await page.getByRole('button', { name: 'Markdown source' }).click();
    const source = page.getByRole('textbox', { name: 'Markdown of Story' });
    expect(await source.inputValue()).toBe(before);
    await page.getByRole('button', { name: 'Back to the editor' }).click();
    await editor.waitFor();
    expect(await writing.markdownOf(place)).toBe(before);
    await page.getByRole('button', { name: 'Markdown source' }).click();
    await source.fill(`${before}\n{% hint style="info" %}\nMore.\n`);
    await page.getByText('Line 7: {% hint style="info" %} is not closed.').waitFor();
    await picture(page, 'source-unclosed');
    await source.fill(`${before}\n* [ ] a task\n`);
    await page.getByText('is not closed').waitFor({ state: 'detached' });
    await picture(page, 'source');
    await becomes(place, `${before}\n- [ ] a task\n`);
    await page.getByRole('button', { name: 'Back to the editor' }).click();
    await editor.getByRole('checkbox').check();
    await becomes(place, `${before}\n- [x] a task\n`);
    // Replaced at once, and taken back at once.
    await editor.getByText('One word.').click();
    await keys('Control+h');
    await page.getByLabel('Find in the page').fill('word');
    await page.getByText(/^\d of 3$/).waitFor();
    await page.getByLabel('Replace with').fill('thing');
    await picture(page, 'find');
    await page.getByRole('button', { name: 'Replace all' }).click();
    await becomes(place, 'One thing.\n\n## thing\n\n> Another **thing**\n\n- [x] a task\n');
    await keys('Escape');
    await page.getByRole('button', { name: 'Undo (Ctrl+Z)' }).click();
    await becomes(place, `${before}\n- [x] a task\n`);
  });

  test('the settings of the page', async () => {
    const place = await begin('One word.');
    await page.getByRole('textbox', { name: 'Title' }).fill('New title');
    await page.getByRole('textbox', { name: 'Description' }).fill('What it is about');
    // The page is still open when its address follows the title.
    await page.waitForURL('**/new-title?edit=true');
    expect(await page.getByRole('textbox', { name: 'Description' }).inputValue()).toBe('What it is about');
    await page.getByRole('button', { name: 'Page actions' }).click();
    await picture(page, 'page-menu');
    await page.getByRole('menuitem', { name: 'Settings' }).click();
    const settings = page.getByRole('dialog', { name: 'Page settings' });
    await settings.getByRole('button', { name: 'Choose an emoji' }).click();
    await settings.getByLabel('Find an emoji').fill('rocket');
    await settings.getByRole('button', { name: 'rocket' }).click();
    await settings.getByRole('button', { name: 'Choose an icon' }).click();
    await settings.getByLabel('Find an icon').fill('star');
    await settings.getByRole('button', { name: 'star', exact: true }).click();
    await settings.getByLabel('Address').fill('other');
    await settings.getByLabel('Upload: Cover', { exact: true }).setInputFiles({
      name: 'cover.png',
      mimeType: 'image/png',
      buffer: PIXEL,
    });
    await settings.getByRole('button', { name: 'Remove', exact: true }).waitFor();
    await picture(page, 'page-settings');
    await settings.getByLabel('Not in the table of contents').check();
    await settings.getByLabel('Not found by search engines').check();
    await settings.getByLabel('Shown if').fill('visitor.claims.plan == "pro"');
    await settings.getByLabel('Wide').check();
    await settings.getByLabel('Outline').uncheck();
    await picture(page, 'page-settings-2');
    await settings.getByRole('button', { name: 'Save' }).click();
    await page.waitForURL('**/other?edit=true');
    const { body } = await writing.org.read.call('GET', `/spaces/${place.space}/content/page/${place.id}`);
    expect(body).toMatchObject({
      title: 'New title',
      description: 'What it is about',
      slug: 'other',
      emoji: '1f680',
      icon: 'star',
      hidden: true,
      noRobotsIndex: true,
      condition: 'visitor.claims.plan == "pro"',
      layout: { width: 'wide', outline: false },
      cover: { ref: { kind: 'file' } },
    });
    await picture(page, 'page-settings-3');
  });

  test('leaving with something unsaved asks, and nothing is lost', async () => {
    const place = await begin('Start.');
    let isOnline = false;
    // The route stays until the end: taking it away while a request is held by it can leave that request without a response.
    await page
      .context()
      .route('**/v1/spaces/*/content?*', (route) => (isOnline ? route.continue() : route.abort()));
    await type('Kept here');
    await page.getByRole('status').getByText('Offline: kept in this browser').waitFor();
    await picture(page, 'offline');
    // No script can be loaded either: the dialog is there already.
    await page.context().route('**/app/assets/*', (route) => (isOnline ? route.continue() : route.abort()));
    await page.getByRole('button', { name: 'Done' }).click();
    await page.getByRole('dialog', { name: 'Not everything is saved' }).waitFor();
    await picture(page, 'leave');
    await panel.getByRole('button', { name: 'Stay' }).click();
    await page.context().unroute('**/app/assets/*');
    // The browser itself asks when the tab is closed.
    const asked = page.waitForEvent('dialog').then((dialog) => dialog.accept());
    await page.reload();
    await asked;
    isOnline = true;
    await becomes(place, 'Start.\n\nKept here\n');
    await saved(page);
    await page.getByRole('button', { name: 'Done' }).click();
    await page.getByRole('link', { name: 'Edit' }).waitFor();
  });
});
