import { readdirSync, readFileSync } from 'node:fs';
import { parseMarkdown, printMarkdown } from '@lectern/document';
import fc from 'fast-check';
import { parseHTML } from 'linkedom';
import { describe, expect, test } from 'vitest';
import { type DomElement, wordsOf } from './dom.ts';
import { tasks } from './tasks.ts';

const FOLDER = new URL('./websites/', import.meta.url);
const SITES = readdirSync(FOLDER)
  .filter((name) => name.endsWith('.html'))
  .map((name) => name.replace('.html', ''));

/** A page as an import makes it: its title, its Markdown as a space would keep it, and its report. */
const importPage = (html: string) => {
  const page = tasks.page(Buffer.from(html), 'https://docs.test/guide/page', 'website', 'utf-8');
  const markdown = printMarkdown(parseMarkdown(tasks.markdown(page.html, {}))).trim();
  return { title: page.title, markdown, warnings: page.warnings };
};

const countWords = (text: string): Map<string, number> => {
  const counts = new Map<string, number>();
  for (const [word] of text.matchAll(/[\p{L}\p{N}]+/gu)) counts.set(word, (counts.get(word) ?? 0) + 1);
  return counts;
};

/** The words of a text that another text lacks. */
const missingWords = (text: string, within: string): string[] => {
  const found = countWords(within);
  return [...countWords(text)].flatMap(([word, count]) => ((found.get(word) ?? 0) < count ? [word] : []));
};

/** The words of the article of a test page, without the elements that it marks as surroundings. */
const articleWordsOf = (html: string): string => {
  const { document } = parseHTML(html);
  const articles = document.querySelectorAll('article');
  const article =
    (articles.length === 1 ? articles[0] : null) ??
    document.querySelector('main, [role="main"], #content-area, #main-content')!;
  for (const each of article.querySelectorAll('[data-surroundings],script,style,button.copy')) each.remove();
  return wordsOf(article as DomElement);
};

describe.each(SITES)('a page of %s', (name) => {
  const html = readFileSync(new URL(`${name}.html`, FOLDER), 'utf8');
  const { title, markdown, warnings } = importPage(html);

  test('becomes the expected Markdown', async () => {
    const expected = `# ${title}\n\n${markdown}\n${warnings.map((each) => `\n<!-- ${each} -->\n`).join('')}`;
    await expect(expected).toMatchFileSnapshot(`websites/${name}.md`);
  });

  test('loses no word of its article', () => {
    const words = articleWordsOf(html);
    expect(words.split(' ').length).toBeGreaterThan(20);
    expect(missingWords(words, [title, markdown, ...warnings].join('\n'))).toEqual([]);
  });
});

/** HTML with distinct words in elements that importers like to drop, inside of each other. */
const randomHtml = fc.letrec<{ block: string; blocks: string }>((tie) => {
  const wrap = (before: string, after: string) => tie('blocks').map((inside) => before + inside + after);
  return {
    blocks: fc.array(tie('block'), { minLength: 1, maxLength: 3 }).map((all) => all.join('\n')),
    block: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      fc.constantFrom(
        '<p>WORD <em>WORD</em></p>',
        '<h2 class="anchor" id="a">WORD<a class="hash-link" href="#a">#</a></h2>',
        '<h3><a href="#b">WORD</a></h3>',
        '<h3>WORD <a class="anchor" href="#b">WORD</a><a href="#b"><i aria-hidden="true">WORD</i></a></h3>',
        '<p>Press <button title="Copy">WORD</button>, <button>WORD menu</button></p>',
        '<h4><button aria-expanded="false">WORD</button></h4>',
        '<pre><span class="line">WORD</span><span class="line">WORD</span></pre>',
        '<figure><img src="/p.png" alt=""><figcaption>WORD</figcaption></figure>',
        '<figure><img src="/p.png" alt=""><div>WORD</div><figcaption>WORD</figcaption></figure>',
        '<figure class="frame"><figcaption>WORD</figcaption><pre><code>WORD</code></pre></figure>',
        '<div class="highlight"><div class="title">WORD</div><pre>WORD</pre><p>WORD</p></div>',
        '<table><caption>WORD</caption><tr><th>WORD</th></tr><tr><td>WORD</td></tr></table>',
        '<dl><dt>WORD</dt><dd>WORD</dd></dl>',
        '<button>WORD</button>',
        '<form><label>WORD</label><input value="x"></form>',
        '<select><option>WORD</option></select>',
        '<svg viewBox="0 0 900 9"><text>WORD</text></svg>',
        '<span aria-hidden="true">WORD</span>',
        '<span class="sr-only">WORD</span>',
        '<div class="toc">WORD</div>',
        '<dialog>WORD</dialog>',
        '<menu><li>WORD</li></menu>',
        '<math><mi>WORD</mi></math>',
        'WORD',
      ),
      wrap('<header>', '</header>'),
      wrap('<footer>', '</footer>'),
      wrap('<aside>', '</aside>'),
      wrap('<aside class="sidebar toc"><p class="title">WORD</p>', '</aside>'),
      wrap('<div hidden>', '</div>'),
      wrap('<div class="admonition note"><p class="admonition-title">WORD</p>', '</div>'),
      wrap('<details><summary>WORD</summary>', '</details>'),
      wrap('<blockquote>', '<footer>WORD</footer></blockquote>'),
      wrap('<ul><li>', '</li><li class="task-list-item"><input type="checkbox">WORD</li></ul>'),
      wrap('<form><p>WORD</p>', '</form>'),
      wrap('<section id="s">', '</section>'),
      wrap('<table><tr><td>', '</td><td>WORD</td></tr></table>'),
      wrap(
        '<div><ul role="tablist"><li role="tab">WORD</li><li role="tab">WORD</li></ul><div role="tabpanel">',
        '</div><div role="tabpanel" hidden>WORD</div></div>',
      ),
      wrap(
        '<div class="sd-tab-set"><input type="radio"><label class="sd-tab-label">WORD</label><div class="sd-tab-content">',
        '</div></div>',
      ),
    ),
  };
});

test('tabs beside each other have their own panels, also inside of each other', () => {
  const tabs = (name: string, inside = '') =>
    `<ul role="tablist"><li role="tab">${name}1</li><li role="tab">${name}2</li></ul><div role="tabpanel">In ${name}1${inside}</div><div role="tabpanel" hidden>In ${name}2</div>`;
  const { markdown } = importPage(
    `<main><h1>T</h1>${tabs('a', `<div>${tabs('c')}</div>`)}${tabs('b')}</main>`,
  );
  const titles = [...markdown.matchAll(/title="(\w+)" %\}\s+In (\w+)/g)].map(([, title, text]) => [
    title,
    text,
  ]);
  expect(titles).toEqual(['a1', 'c1', 'c2', 'a2', 'b1', 'b2'].map((name) => [name, name]));
});

test('every word of an article is in the page or in the report', () => {
  fc.assert(
    fc.property(randomHtml.blocks, (template) => {
      let count = 0;
      const html = template.replaceAll('WORD', () => `Word${++count}x`);
      const { title, markdown, warnings } = importPage(`<article><h1>Title</h1>${html}</article>`);
      const all = [title, markdown, ...warnings].join('\n');
      const words = Array.from({ length: count }, (_, at) => `Word${at + 1}x`);
      expect(words.filter((word) => !all.includes(word))).toEqual([]);
    }),
    { numRuns: 100 },
  );
});
