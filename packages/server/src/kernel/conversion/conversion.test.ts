import { parseMarkdown, printMarkdown } from '@lectern/document';
import { afterAll, describe, expect, test } from 'vitest';
import { docxOf } from '../../testing/archives.ts';
import { PIXEL } from '../../testing/edit-content.ts';
import { ThreadLimitError } from '../threads.ts';
import { createConversion } from './conversion.ts';

const conversion = createConversion();
afterAll(() => conversion.close());

const page = (
  html: string,
  kind: 'website' | 'file' = 'website',
  url = 'http://docs.test/guide/start.html',
) => conversion.page(Buffer.from(html), url, kind, undefined);

/** The Markdown of HTML, as a space would keep it. */
const markdownOf = async (html: string, addresses = {}) =>
  printMarkdown(parseMarkdown(await conversion.markdown(html, addresses))).trim();

describe('the content of a page', () => {
  test('is its main element, without navigation and controls', async () => {
    const read =
      await page(`<html><head><title>Start | Docs</title><meta name="description" content=" Begin. "></head>
      <body><nav><a href="../other/">Other</a></nav>
      <main><h1>Start here¶</h1><p>Words.</p><button>Copy</button><form><input></form><script>alert(1)</script></main>
      <footer>Us</footer></body></html>`);
    expect(read).toMatchObject({
      title: 'Start here',
      description: 'Begin.',
      links: ['http://docs.test/other/'],
      warnings: ['1 × form left out'],
    });
    expect(read.html.trim()).toBe('<p>Words.</p>');
  });

  test('has the words of shadow roots, with the children of their element in the slot', async () => {
    const { html } = await page(
      `<main><p>Before.</p><my-el><template shadowrootmode="open"><p>Shadow</p><in-ner><template shadowrootmode="open"><b>deep</b></template></in-ner><slot>Default</slot><p>After</p></template><i>Light</i></my-el>
      <template><p>Not shown</p></template></main>`,
    );
    const words = html
      .replaceAll(/<[^>]+>/g, ' ')
      .replaceAll(/\s+/g, ' ')
      .trim();
    expect(words).toBe('Before. Shadow deep Light After');
  });

  test('reports a video without a source, and has no link without an address', async () => {
    const read = await page(
      '<main><p>Words.</p><video>Not supported</video><video><source src="/film.mp4">Film</video></main>',
    );
    expect(read.warnings).toEqual(['1 × video left out: “Not supported”']);
    const markdown = await markdownOf(read.html);
    expect(markdown).toContain('http://docs.test/film.mp4');
    expect(markdown).not.toContain('Not supported');
    expect(await markdownOf('<p>a <video>fallback</video></p>')).toBe('a fallback');
  });

  test('is detected in a web page without a main element', async () => {
    const words =
      '<p>A paragraph, long enough, with commas, to be what the page is about and nothing else.</p>';
    const html = `<html><head><title>Blog</title></head><body><div class="menu"><a href="/">Home</a> <a href="/a">A</a></div>
      <div class="post"><h1>Story</h1>${words.repeat(6)}</div><div class="sidebar"><a href="/b">B</a></div></body></html>`;
    const read = await page(html);
    expect(read.title).toBe('Story');
    expect(read.html).toContain('A paragraph');
    expect(read.html).not.toContain('Home');
    // In a file of somebody's own all of it is meant.
    expect((await page(html, 'file')).html).toContain('Home');
  });

  test('has absolute URLs, and none that is executable', async () => {
    const read = await page(
      '<main><a href="next.html#part">N</a><a href="#here">H</a><a href="javascript:alert(1)">J</a><a href="data:text/html,x">D</a><img src="/p.png"><img src="data:image/png;base64,AA" data-src="late.png"><img src="data:image/png;base64,AA"></main>',
    );
    expect(read.images).toEqual(['http://docs.test/p.png', 'http://docs.test/guide/late.png']);
    expect(read.links).toEqual(['http://docs.test/guide/next.html', 'http://docs.test/guide/start.html']);
    expect(read.html).toContain('href="#here"');
    expect(read.html).not.toMatch(/javascript:|data:/);
    expect(read.warnings).toEqual([
      'An image was left out because it cannot be fetched: data:image/png;base64,AA',
    ]);
  });

  test('omits pictures that cannot be fetched, with a warning', async () => {
    const read = await page(
      '<main><p>jsf<img src="file:///C:/a.png"><img><img src="p.png"><img src=""></p></main>',
    );
    expect(read.warnings).toEqual(['An image was left out because it cannot be fetched: file:///C:/a.png']);
    expect(read.html).toBe('<p>jsf<img src="http://docs.test/guide/p.png"></p>');
  });

  test('is decoded in its own charset', async () => {
    const latin = Buffer.from('<meta charset="iso-8859-1"><main><h1>Gr\u00fc\u00dfe</h1></main>', 'latin1');
    expect((await conversion.page(latin, 'http://a.test/', 'website', undefined)).title).toBe('Grüße');
    const plain = Buffer.from('<main><h1>Gr\u00fc\u00dfe</h1></main>', 'latin1');
    expect((await conversion.page(plain, 'http://a.test/', 'website', 'iso-8859-1')).title).toBe('Grüße');
    expect((await conversion.page(plain, 'http://a.test/', 'website', 'klingon')).title).toContain('Gr');
  });

  test('can be empty', async () => {
    for (const nothing of ['', '<p>', '<html></html>', '<main></main>', '<div><div></div></div>'])
      expect(await markdownOf((await page(nothing)).html)).toBe('');
  });
});

describe('Markdown of HTML', () => {
  test('escapes text', async () => {
    const text = 'a {% hint %} b $$x$$ c * d _ e # f < g & h [i](j) \\ k';
    const html = `<p>${text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')}</p>`;
    const [paragraph] = parseMarkdown(await conversion.markdown(html, {})).nodes as never as {
      type: string;
      nodes: { leaves: { text: string }[] }[];
    }[];
    expect(paragraph!.nodes.flatMap((node) => node.leaves.map((leaf) => leaf.text)).join('')).toBe(text);
  });

  test('contains the corresponding blocks', async () => {
    expect(await markdownOf('<h1>A</h1><h2 id="own_1">B</h2><h2 id="c-d">C d</h2><h6>E</h6>')).toBe(
      '## A\n\n## B <a href="#own_1" id="own_1"></a>\n\n## C d\n\n#### E',
    );
    expect(await markdownOf('<pre><code class="language-js">a\n\nb\n</code></pre>')).toBe(
      '```js\na\n\nb\n```',
    );
    expect(
      await markdownOf('<div class="highlight-python"><div class="highlight"><pre>x\n</pre></div></div>'),
    ).toBe('```python\nx\n```');
    expect(await markdownOf('<details><summary>More <i>of it</i></summary><p>In</p></details>')).toBe(
      '<details>\n\n<summary>More of it</summary>\n\nIn\n\n</details>',
    );
    expect(await markdownOf('<div class="admonition warning"><p>Careful</p></div>')).toBe(
      '{% hint style="warning" %}\nCareful\n{% endhint %}',
    );
    expect(await markdownOf('<iframe src="https://video.test/1"></iframe>')).toBe(
      '{% embed url="https://video.test/1" %}',
    );
    const framed = '<iframe src="https://video.test/1"></iframe>';
    expect(await markdownOf(`<p>Look ${framed} here</p>`)).toBe(
      'Look\n\n{% embed url="https://video.test/1" %}\n\nhere',
    );
    expect(await markdownOf(`<ul><li>Look<span>${framed}</span></li></ul>`)).toBe(
      '* Look\n\n  {% embed url="https://video.test/1" %}',
    );
    expect(await markdownOf(`<table><tr><th>A</th></tr><tr><td>${framed}</td></tr></table>`)).toBe(
      '| A |\n| --- |\n| [https\\://video.test/1](https://video.test/1) |',
    );
    expect(await markdownOf('<table><tr><th>A</th></tr><tr><td>1|2</td></tr></table>')).toBe(
      '| A |\n| --- |\n| 1\\|2 |',
    );
    const inCell = async (html: string) => {
      const table = await conversion.markdown(
        `<table><tr><th>A</th></tr><tr><td>${html}</td></tr></table>`,
        {},
      );
      return table.split('\n').slice(2).join('\n').trim();
    };
    expect(await inCell('See<ul>\n<li>x <b>y</b></li>\n<li><p>1|2</p><ol><li>z</li></ol></li></ul>')).toBe(
      '| See<ul><li>x **y**</li><li>1\\|2<ol><li>z</li></ol></li></ul> |',
    );
    expect(await inCell('<h3>H</h3><p>a<br>b</p>\n<p>c</p><pre>d\n\ne</pre>')).toBe(
      '| H<br>a<br>b<br>c<br>`d`<br>`e` |',
    );
    expect(
      await markdownOf('<table><tr><th>A</th></tr><tr><td><ul><li>x</li></ul></td></tr></table>'),
    ).toContain('<td><ul><li>x</li></ul></td>');
    expect(
      await markdownOf('<figure><img src="p.png" alt="&quot;P&quot;"><figcaption>C</figcaption></figure>'),
    ).toBe('<figure><img src="p.png" alt="&quot;P&quot;"><figcaption><p>C</p></figcaption></figure>');
  });

  test('links to the imported pages', async () => {
    const html = '<p><a href="http://a.test/b#c">B</a> <a href="http://a.test/x">X</a> <a>none</a></p>';
    expect(await markdownOf(html, { 'http://a.test/b': '../b.md' })).toBe(
      '[B](../b.md#c) [X](http://a.test/x) none',
    );
    // What every table seems to have is not known.
    expect(await markdownOf('<a href="constructor">c</a>')).toBe('[c](constructor)');
  });
});

describe('Word documents', () => {
  test('are converted with headings, text and pictures', async () => {
    const bytes = await docxOf({ title: 'Report', heading: 'Part', text: 'Bold words' }, PIXEL);
    const { html, images, warnings } = await conversion.docx(bytes);
    expect(html).toContain('<h1>Report</h1><h2>Part</h2><p><strong>Bold words</strong></p>');
    expect(html).toContain('src="picture-1.png"');
    expect(images.map(({ name, bytes }) => [name, Buffer.from(bytes)])).toEqual([['picture-1.png', PIXEL]]);
    expect(warnings).toEqual([]);
  });

  test('that are invalid are rejected', async () => {
    await expect(conversion.docx(Buffer.from('none'))).rejects.toThrow();
  });
});

describe('a conversion that exceeds its limits', () => {
  test('is aborted, and the next one succeeds', async () => {
    const hasty = createConversion({ seconds: 2 });
    const deep = `${'<div>'.repeat(60_000)}x${'</div>'.repeat(60_000)}`;
    await expect(hasty.markdown(deep, {})).rejects.toBeInstanceOf(ThreadLimitError);
    await hasty.close();
    expect(await markdownOf('<p>fine</p>')).toBe('fine');
  });
});
