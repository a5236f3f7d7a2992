import { type Document, parseMarkdown } from '@lectern/document';
import { describe, expect, test } from 'vitest';
import { createHighlighter, readAssets, renderDocument, syntaxesOf } from '../index.ts';
import { sampleContext } from '../testing/sample-site.ts';

const render = (markdown: string, more = {}): string =>
  renderDocument(parseMarkdown(markdown), { ...sampleContext, ...more });

describe('documents', () => {
  test('marks, links and breaks', () => {
    expect(render('**a** _b_ `c` [d](/pages/p1) [e](/pages/none)')).toBe(
      '<p><strong>a</strong> <em>b</em> <code>c</code> <a href="/p1">d</a> e</p>',
    );
    expect(render('[x](https://a.b)', { externalLinks: 'blank' })).toBe(
      '<p><a href="https://a.b" rel="noopener" target="_blank">x</a></p>',
    );
    expect(render('[x](javascript:alert(1))')).toBe('<p>x</p>');
    expect(render('[x](/files/report)')).toBe('<p><a href="/files/report.pdf">x</a></p>');
  });

  test('headings start at h2 and link to themselves', () => {
    expect(render('## One & two')).toMatch(
      /^<h2 id="one-and-two" class="heading"><span id="one-two" class="target"><\/span>One &amp; two<a class="anchor" href="#one-and-two" aria-label="Link to “One &amp; two”">/,
    );
    expect(render('### x')).toContain('<h3');
  });

  test('an anchor is unique and cannot be an id of the interface', () => {
    const heading = (id: string) => ({
      object: 'block',
      type: 'heading-1',
      meta: { id },
      nodes: [{ object: 'text', leaves: [{ text: 'x', marks: [] }] }],
    });
    const html = renderDocument(
      {
        object: 'document',
        data: {},
        nodes: [heading('a'), heading('a'), heading('~content')],
      } as unknown as Document,
      sampleContext,
    );
    expect(html.match(/ id="/g)).toHaveLength(1);
  });

  test('a list of single lines is rendered without paragraphs', () => {
    expect(render('* a\n* b')).toBe('<ul><li>a</li><li>b</li></ul>');
    expect(render('1. a\n\n   b')).toBe('<ol><li><p>a</p><p>b</p></li></ol>');
    expect(render('- [x] a')).toContain('type="checkbox" class="check" checked disabled aria-label="Yes"');
  });

  test('cells are rendered in the order and with the types of their table', () => {
    const html = render('| a | b |\n| - | -: |\n| 1 | 2 |');
    expect(html).toContain('<th scope="col">a</th><th scope="col" class="align-right">b</th>');
    expect(html).toContain('<td><p>1</p></td><td class="align-right"><p>2</p></td>');
  });

  test('a cell with an alignment of its own is not aligned like its column', () => {
    const html = render(
      '<table><thead><tr><th>a</th><th data-type="checkbox">b</th></tr></thead><tbody><tr><td valign="bottom">1</td><td align="center" valign="middle">true</td></tr><tr><td>2</td><td>false</td></tr></tbody></table>',
    );
    expect(html.match(/<td[^>]*>/g)).toEqual([
      '<td class="place-bottom">',
      '<td class="align-center place-middle">',
      '<td>',
      '<td>',
    ]);
  });

  test('the width of a column is in percent or pixels', () => {
    const html = render(
      '<table><thead><tr><th width="50%">a</th><th width="200">b</th></tr></thead><tbody><tr><td>1</td><td>2</td></tr></tbody></table>',
    );
    expect(html).toContain('<col width="50%"><col width="200">');
  });

  test('the width of an image is in percent or pixels', () => {
    expect(render('<figure><img src="/files/a" alt="x" width="50%"></figure>')).toContain('width="50%"');
    expect(render('<figure><img src="/files/a" alt="x" width="375"></figure>')).toContain('width="375"');
  });

  test('embeds of known hosts are frames, others are links', () => {
    expect(render('{% embed url="https://www.youtube.com/watch?v=dQw4w9WgXcQ" %}')).toContain(
      '<iframe src="https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ"',
    );
    expect(render('{% embed url="https://evil.example/embed" %}')).not.toContain('<iframe');
  });

  test('an operation shows its parameters, responses and samples in three languages', () => {
    const html = render(
      '{% openapi-operation spec="pets" path="/pets/{petId}" method="put" %}\n{% endopenapi-operation %}',
    );
    for (const part of [
      'Change a pet',
      'petId',
      'notify',
      'Bella',
      'There is no such pet',
      'curl -X PUT',
      'await fetch(',
      'requests.put(',
    ])
      expect(html).toContain(part);
    expect(html).toContain('&quot;Content-Type&quot;: &quot;application/json&quot;');
    expect(html).toContain('https://api.example.com/v1/pets');
    expect(html).toContain('application/xml');
  });

  test('unevaluated conditions and unknown blocks render nothing', () => {
    expect(render('{% if visitor.claims.x %}\nsecret\n{% endif %}')).toBe('');
    expect(render('{% unknown %}')).toBe('');
  });

  test('code is highlighted by classes, unless it is long', async () => {
    const highlighter = await createHighlighter();
    const document = parseMarkdown('```js\nconst x = "</script>"; // y\n```');
    await highlighter.load([...syntaxesOf(document), 'no-such-language']);
    const html = renderDocument(document, { ...sampleContext, highlight: highlighter.highlight });
    expect(html).toContain('<span class="t-keyword">const </span>');
    expect(html).toContain('&lt;/script&gt;');
    expect(html).not.toContain('style=');
    const long = parseMarkdown(`\`\`\`js\n${'const x = 1;\n'.repeat(2_000)}\`\`\``);
    expect(renderDocument(long, { ...sampleContext, highlight: highlighter.highlight })).not.toContain(
      't-keyword',
    );
  });

  test('elements have the keys of their blocks where a context asks for them', () => {
    const document = parseMarkdown('## Title\n\nWords\n\n> Quote');
    const [title, words, quote] = document.nodes;
    const html = renderDocument(document, { ...sampleContext, hasBlockKeys: true });
    expect(html).toContain(`<h2 data-block="${title!.key}" id="title"`);
    expect(html).toContain(`<p data-block="${words!.key}">Words</p>`);
    expect(html).toContain(`<blockquote data-block="${quote!.key}">`);
    expect(renderDocument(document, sampleContext)).not.toContain('data-block');
  });

  test('an item without its parent block keeps its text', () => {
    expect(render('{% tab title="x" %}\nwords\n{% endtab %}')).toBe('<p>words</p>');
  });

  test('formulas become MathML, and invalid ones stay unchanged', () => {
    expect(render('$$x^2$$ is')).toContain('<math');
    expect(render('a $$\\frac{$$ b')).toContain('<code class="math-source">\\frac{</code>');
  });

  test('the files of the theme stay small', () => {
    const { theme, script } = readAssets();
    expect(theme.content.length).toBeLessThan(30 * 1024);
    expect(script.content.length).toBeLessThan(12 * 1024);
    expect(theme.content).not.toMatch(/@import|url\(/);
  });
});

describe('operations of APIs', () => {
  const operation = (more: object, around: object = {}) =>
    render('{% openapi-operation spec="x" path="/a" method="get" %}\nIn words\n{% endopenapi-operation %}', {
      openapiOf: () => ({
        openapi: '3.1.0',
        paths: {
          '/a': {
            get: {
              summary: 'Find',
              responses: {
                200: {
                  description: 'OK',
                  content: {
                    'application/json': {
                      schema: {
                        type: 'object',
                        properties: {
                          kind: { type: 'string', enum: ['a'], 'x-enumDescriptions': { a: 'The <first>' } },
                          secret: { type: 'string', 'x-internal': true },
                        },
                      },
                    },
                  },
                },
              },
              ...more,
            },
          },
        },
        ...around,
      }),
    });

  test('hidden operations and fields are omitted', () => {
    expect(operation({})).toContain('Find');
    expect(operation({})).not.toContain('secret');
    expect(operation({ 'x-internal': true })).toBe('');
    expect(operation({ 'x-gitbook-ignore': true })).toBe('');
  });

  test('enum descriptions and sunset dates are shown', () => {
    expect(operation({})).toContain('<code>a</code> The &lt;first&gt;');
    const html = operation({ deprecated: true, 'x-deprecated-sunset': '2027-01-31', 'x-stability': 'alpha' });
    expect(html).toContain('<time datetime="2027-01-31">2027-01-31</time>');
    expect(html).toContain('alpha');
  });

  test('an extension of an operation overrides that of the document', () => {
    expect(operation({})).not.toContain('<details class="answer" open');
    expect(operation({}, { 'x-expandAllResponses': true })).toContain('<details class="answer" open');
    expect(operation({ 'x-expandAllResponses': false }, { 'x-expandAllResponses': true })).not.toContain(
      '<details class="answer" open',
    );
    expect(operation({}, { 'x-codeSamples': false })).not.toContain('curl');
    expect(operation({ 'x-codeSamples': [{ lang: 'go', label: 'Go', source: 'go()' }] })).toContain('Go');
  });
});
