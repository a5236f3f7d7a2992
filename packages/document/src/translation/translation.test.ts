import { describe, expect, test } from 'vitest';
import { parseMarkdown } from '../markdown/parse.ts';
import { printMarkdown } from '../markdown/print.ts';
import { anyDocument } from '../testing/any-document.ts';
import { law } from '../testing/random.ts';
import { decodeSegment, hasSamePlaceholders, splitEncoded, withoutGlossaryTerms } from './placeholders.ts';
import { structureOf } from './structure.ts';
import { translate, upperCaseText } from './upper-case.testing.ts';
import { encodedSegments } from './write.ts';

const page = `## Getting started

Hello **big world** &amp; [all of *you*](/pages/abc "t") in \`code\` :dog: and <mark style="color:red;">red</mark> $$x$$.
A second line[^1] with ![a picture](/files/f1) and <code class="expression">space.vars.x</code> <i class="fa-leaf">:leaf:</i>

{% tabs %}
{% tab title="First \\"one\\"" %}
> quoted
> words

- item one
  goes on
- [ ] to do
{% endtab %}
{% endtabs %}

{% code title="main.ts" %}
\`\`\`ts
const word = 'word';
\`\`\`
{% endcode %}

{% content-ref url="/pages/abc" %}
[Name](/pages/abc)
{% endcontent-ref %}

| Left | Right |
| ---- | ----- |
| a \\| b | **bold** |

<details>

<summary>More <b>about</b></summary>

inside

</details>

<table data-view="cards"><thead><tr><th>Title</th><th data-hidden data-card-target data-type="content-ref">Target</th></tr></thead><tbody><tr><td>One <strong>card</strong></td><td><a href="/pages/abc">go</a></td></tr></tbody></table>

<figure><img src="/files/f2" alt="A chart"><figcaption><p>Sales of the year</p></figcaption></figure>

$$
a = b
$$

[^1]: A note about it
`;

describe('segments of a page', () => {
  test('are lines with placeholders for markup', () => {
    const texts = encodedSegments(page, []).map(({ text }) => text);
    expect(texts).toContain('Getting started');
    expect(texts).toContain(
      'Hello <x id="0">big world</x> &amp; <x id="1">all of <x id="2">you</x></x> in <x id="3"/> <x id="4"/> and <x id="5">red</x> <x id="6"/>. A second line<x id="7"/> with <x id="8"/> and <x id="9"/> <x id="10"/>',
    );
    expect(texts).toEqual(
      expect.arrayContaining([
        'a picture',
        'First "one"',
        'quoted words',
        'item one goes on',
        'to do',
        'Left',
        'a | b',
        '<x id="0">bold</x>',
        'More <x id="0">about</x>',
        'One <x id="0">card</x>',
        'A chart',
        'Sales of the year',
        'A note about it',
      ]),
    );
    expect(texts.join('\n')).not.toMatch(/main\.ts|const|space\.vars|leaf|Name|a = b/);
  });

  test('an engine that returns its input leaves the page unchanged', () => {
    expect(translate(page, (text) => text).markdown).toBe(page);
  });

  test('an upper-case engine changes prose only', () => {
    const { markdown, untranslated } = translate(page, upperCaseText);
    expect(untranslated).toEqual([]);
    expect(structureOf(parseMarkdown(markdown))).toBe(structureOf(parseMarkdown(page)));
    expect(markdown).toContain('{% tab title="FIRST \\"ONE\\"" %}');
    expect(markdown).toContain('> QUOTED WORDS');
    expect(markdown).toContain('![A PICTURE](/files/f1)');
    expect(markdown).toContain('alt="A CHART"');
    expect(markdown).toContain('[Name](/pages/abc)');
    expect(markdown).toContain("const word = 'word';");
    const inOneLine = (text: string) =>
      text.toLowerCase().replace('\n> words', ' words').replace(/\s+/g, ' ');
    expect(inOneLine(markdown)).toBe(inOneLine(page).replace('&amp;', '&'));
  });

  test('reordered words keep their marks, and marks that Markdown would not recognize become elements', () => {
    expect(
      translate('see **the** [page](/pages/a)\n', () => '<x id="1">Seite</x> <x id="0">die</x> siehe')
        .markdown,
    ).toBe('[Seite](/pages/a) **die** siehe\n');
    expect(translate('**Note:** read\n', () => '<x id="0">注意：</x>请读').markdown).toBe(
      '<strong>注意：</strong>请读\n',
    );
    expect(translate('**Note** read\n', () => '<x id="0"> Achtung </x>lesen').markdown).toBe(
      '**Achtung** lesen\n',
    );
  });

  test('Markdown syntax in a translation is escaped', () => {
    expect(translate('one\n', () => '# *two* &lt;b&gt; [x](y)').markdown).toBe(
      '\\# \\*two\\* \\<b> \\[x](y)\n',
    );
    expect(translate('| a | b |\n| - | - |\n', () => 'x | y').markdown).toBe(
      '| x \\| y | x \\| y |\n| - | - |\n',
    );
    expect(translate('{% tab title="a" %}\n', () => 'say "x" {% y %}').markdown).toBe(
      '{% tab title="say \\"x\\" {\\% y %}" %}\n',
    );
  });

  test('links to headings work in the translated page', () => {
    const { markdown } = translate('## Getting started\n\n[x](#getting-started)\n', (text) =>
      text === 'Getting started' ? 'Erste Schritte' : text,
    );
    expect(markdown).toBe(
      '## Erste Schritte <a href="#getting-started" id="getting-started"></a>\n\n[x](#getting-started)\n',
    );
  });

  test('links to headings work beside headings without words', () => {
    const { markdown } = translate(
      '## Usage\n\n## 1.2.0\n\n> ## `npm install`\n\n## Last\n\n[x](#last)\n',
      (text) => ({ Usage: 'Nutzung', Last: 'Zuletzt' })[text] ?? text,
    );
    expect(markdown).toContain('## Nutzung <a href="#usage" id="usage"></a>\n\n## 1.2.0\n');
    expect(markdown).toContain('## Zuletzt <a href="#last" id="last"></a>\n');
  });

  test('titles of links and images are translated', () => {
    const source = `See [a](b.md "title words"), [c](d.md 'it "is" so'), ![e](f.png "over it") and <a href="g.md" title="more words">h</a> and [i][j].

![k](l.png "below it")

[j]: m.md "of a definition"
`;
    const { markdown, untranslated } = translate(source, upperCaseText);
    expect(untranslated).toEqual([]);
    expect(
      markdown,
    ).toBe(`SEE [A](b.md "TITLE WORDS"), [C](d.md "IT \\"IS\\" SO"), ![E](f.png "OVER IT") AND <a href="g.md" title="MORE WORDS">H</a> AND [I][j].

![K](l.png "BELOW IT")

[j]: m.md "OF A DEFINITION"
`);
    expect(translate('[a](b "c")\n', (text) => (text === 'c' ? 'x" onclick="y\\' : text)).markdown).toBe(
      '[a](b "x\\" onclick=\\"y\\\\")\n',
    );
  });

  test('links whose text is an address are unchanged', () => {
    const row =
      '<tr><td>One</td><td><a href="install.md">install.md</a></td><td><a href="/files/f">a.png</a></td></tr>';
    const cards = `<table data-view="cards"><thead><tr><th>Title</th><th data-hidden data-card-target data-type="content-ref">Target</th><th data-hidden data-card-cover data-type="files">Cover</th></tr></thead><tbody>${row}</tbody></table>\n`;
    const source = `${cards}\nSee [guide/install.md](/pages/p) or <a href="/pages/q">read.md</a>, [https://x.test/y](https://x.test/y) and [the guide](install.md).\n`;
    const { markdown } = translate(source, upperCaseText);
    expect(markdown).toContain(row.replace('One', 'ONE'));
    expect(markdown).toContain(
      'SEE [guide/install.md](/pages/p) OR <a href="/pages/q">read.md</a>, [https://x.test/y](https://x.test/y) AND [THE GUIDE](install.md).',
    );
  });

  test.each([
    'a@example.com',
    '<a@example.com>',
    '[a@example.com](mailto:a@example.com)',
    '[b@example.com](/pages/p)',
    '[example.com/docs](https://example.com/docs/)',
    'www.example.com',
    '<a href="mailto:a@example.com">a@example.com</a>',
  ])('%s is an address and is not translated', (link) => {
    expect(translate(`Write to ${link} now\n`, upperCaseText).markdown).toBe(`WRITE TO ${link} NOW\n`);
  });

  test('terms of the glossary are placeholders, and replaced by their translations', () => {
    const glossary = [{ term: 'space', translation: 'Bereich' }];
    const source = 'A space, spaces and `space`\n';
    expect(encodedSegments(source, glossary)[0]!.text).toBe(
      'A <x id="0" term="Bereich"/>, spaces and <x id="1"/>',
    );
    expect(translate(source, (text) => text.replace('A', 'Ein'), glossary).markdown).toBe(
      'Ein Bereich, spaces and `space`\n',
    );
  });

  test('lines that differ only in a glossary term are translated separately', () => {
    const glossary = [
      { term: 'space', translation: 'Bereich' },
      { term: 'page', translation: 'Seite <"1" & 2>' },
    ];
    const source = 'Open the space\n\nOpen the page\n\n- page or `a`\n- `a` or page\n';
    const texts = encodedSegments(source, glossary).map(({ text }) => text);
    expect(texts).toHaveLength(4);
    expect(texts.slice(0, 2)).toEqual([
      'Open the <x id="0" term="Bereich"/>',
      'Open the <x id="0" term="Seite &lt;&quot;1&quot; &amp; 2&gt;"/>',
    ]);
    expect(texts.map(withoutGlossaryTerms).slice(0, 2)).toEqual([
      'Open the <x id="0"/>',
      'Open the <x id="0"/>',
    ]);
    // Whether an engine repeats what a term is called or not.
    for (const said of [(text: string) => text, withoutGlossaryTerms])
      expect(
        translate(
          source,
          (text) => said(text).replace('Open the', `Öffne ${/Be/.test(text) ? 'den' : 'die'}`),
          glossary,
        ).markdown,
      ).toBe(
        'Öffne den Bereich\n\nÖffne die Seite <"1" & 2>\n\n- Seite <"1" & 2> or `a`\n- `a` or Seite <"1" & 2>\n',
      );
  });

  test('a translation without a placeholder is rejected', () => {
    const { markdown, untranslated } = translate('a **b**\n\nc\n', (text) => (text === 'c' ? 'd' : 'a b'));
    expect(markdown).toBe('a **b**\n\nd\n');
    expect(untranslated).toEqual(['a <x id="0">b</x>']);
  });
});

describe('encoded texts', () => {
  const sent = 'a <x id="0"/> b <x id="1">c</x>';

  test.each([
    ['a <x id="0"/> <x id="1">x</x>', true],
    ['<x id="1">x <x id="0"></x></x> y', true],
    ['a <x id=\'0\' /> b <x id="1">c</x>', true],
    ['a <x id="1">c</x>', false],
    ['a <x id="0"/> <x id="0"/> <x id="1">c</x>', false],
    ['a <x id="0"/> <x id="1">c', false],
    ['a <x id="0"/> <x id="1"/>', false],
    ['a <x id="0"/> <x id="1">c</x> <x id="2"/>', false],
    ['a <x id="0"/> <x id="1">c</x> <b>x</b>', false],
    ['<x id="0"/><x id="1"></x>', false],
    ['a <x id="0" term="Bereich"/> b <x id="1" class="c">c</x>', true],
    ['a <x id="0" term="x>y"/> b <x id="1">c</x>', false],
    ['a\0 <x id="0"/> <x id="1">x</x>', false],
    ['a\ud800 <x id="0"/> <x id="1">x</x>', false],
    ['', false],
  ])('%s', (answer, expected) => {
    expect(hasSamePlaceholders(sent, answer)).toBe(expected);
  });

  test('are split at their placeholders and joined again', () => {
    const { runs, join } = splitEncoded('One <x id="0"/> two <x id="1">three</x>.');
    expect(runs).toEqual(['One', 'two', 'three']);
    expect(join(['1', '2', '3'])).toBe('1 <x id="0"/> 2 <x id="1">3</x>.');
  });

  test('hostile translations have no effect', () => {
    expect(decodeSegment('<x id="999999"/>', [])).toBeUndefined();
    expect(decodeSegment('</x></x>', [])).toBeUndefined();
    expect(decodeSegment('&lt;script&gt;', [])).toEqual([{ kind: 'text', text: '<script>' }]);
  });
});

describe('properties of translated pages', () => {
  test('the identity leaves any page unchanged', () => {
    law(
      anyDocument,
      (document) => {
        const markdown = printMarkdown(document);
        expect(translate(markdown, (text) => text).markdown).toBe(markdown);
      },
      100,
    );
  });

  test('upper case does not change the structure of any page', () => {
    law(
      anyDocument,
      (document) => {
        const markdown = printMarkdown(document);
        const { markdown: made, untranslated } = translate(markdown, upperCaseText);
        expect(structureOf(parseMarkdown(made))).toBe(structureOf(parseMarkdown(markdown)));
        expect(untranslated.filter((text) => !text.includes('<x'))).toEqual([]);
      },
      40,
    );
  });
});
