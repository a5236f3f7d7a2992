import type { Document } from '@lectern/document';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { mathOf, type RenderContext, renderDocument, renderPageMarkdown, renderRss } from '../index.ts';
import { hostileDocument, payload } from '../testing/payloads.ts';
import { petsApi } from '../testing/pets-api.ts';
import { dangersOf } from '../testing/safety.ts';

/** A context that hands every text back, as if nobody had checked anything. */
const gullible: RenderContext = {
  language: 'en',
  externalLinks: 'blank',
  hrefOf: (ref) => {
    const href = String(Object.values(ref)[1]);
    return { href, title: href, icon: href, emoji: href, description: href };
  },
  fileOf: (ref) => (ref.kind === 'file' ? { href: ref.file, name: ref.file, size: 3 } : undefined),
  userOf: (user) => ({ name: user }),
  tagOf: (ref) => (ref.kind === 'tag' ? { label: ref.tag, color: ref.tag } : undefined),
  embedOf: (url) => ({ title: url, description: url }),
  highlight: (code) => code.split('\n').map((text) => [{ text, kind: 'string' }]),
  math: (formula) => formula,
};

const documentOf = (...nodes: unknown[]): Document =>
  ({ object: 'document', data: {}, nodes }) as unknown as Document;

describe('hostile documents', () => {
  test('no text in any place of any node becomes something that runs', () => {
    fc.assert(
      fc.property(hostileDocument, (document) => {
        expect(dangersOf(renderDocument(document, gullible))).toEqual([]);
      }),
      { numRuns: 3_000 },
    );
  });

  test('the check itself finds what is dangerous', () => {
    for (const html of [
      '<script>x</script>',
      '<p onclick="x">',
      '<a href=" java\tscript:x">',
      '<p style="x">',
      '<iframe src="data:x">',
      '<base href="//x">',
    ])
      expect(dangersOf(html), html).not.toEqual([]);
    expect(dangersOf('<a href="/x?y=javascript:1">x</a><img src="https://x/y.png" alt="">')).toEqual([]);
  });

  test('descriptions of an API are no way in either', () => {
    const poisoned = (text: string): RenderContext => ({
      ...gullible,
      openapiOf: () =>
        JSON.parse(JSON.stringify(petsApi), (key, value) =>
          typeof value === 'string' && key !== '$ref' && key !== 'in' && key !== 'type' ? text : value,
        ),
    });
    const block = (path: string, method: string) => ({
      object: 'block',
      type: 'openapi-operation',
      data: { ref: { kind: 'openapi', spec: 'pets' }, path, method },
    });
    fc.assert(
      fc.property(payload, (text) => {
        const schemas = {
          object: 'block',
          type: 'openapi-schemas',
          data: { ref: { kind: 'openapi', spec: 'x' }, schemas: ['Pet', text] },
        };
        const html = renderDocument(documentOf(block('/pets/{petId}', 'put'), schemas), poisoned(text));
        expect(dangersOf(html)).toEqual([]);
      }),
      { numRuns: 200 },
    );
  });

  test('formulas that ask for links, styles or classes get none', () => {
    for (const formula of [
      '\\href{javascript:alert(1)}{x}',
      '\\htmlStyle{color:red}{x}',
      '\\htmlClass{a}{x}',
      '\\includegraphics{http://x}',
      '\\text{<img src=x onerror=alert(1)>}',
      '\\fbox{x} \\colorbox{red}{y} \\sout{z}',
    ]) {
      const html = renderDocument(documentOf({ object: 'block', type: 'math', data: { formula } }), {
        ...gullible,
        math: mathOf,
      });
      expect(dangersOf(html), formula).toEqual([]);
    }
  });

  test('tags in a line close what they opened and nothing else', () => {
    const tag = (source: string) => ({ object: 'inline', type: 'html', data: { source } });
    const word = { object: 'text', leaves: [{ object: 'leaf', text: 'x', marks: [] }] };
    const html = renderDocument(
      documentOf({
        object: 'block',
        type: 'paragraph',
        nodes: [tag('</p>'), tag('<u class="a" onclick="b">'), word, tag('</span>'), tag('</div>')],
      }),
      gullible,
    );
    expect(html).toBe('<p><u>x</u></p>');
  });

  test('feeds and Markdown of hostile documents are written without failing', () => {
    fc.assert(
      fc.property(hostileDocument, payload, (document, title) => {
        const page = {
          title,
          description: title,
          url: 'https://docs.example.com/a',
          feed: 'https://docs.example.com/a/rss.xml',
          document,
        };
        const feed = renderRss(page, gullible);
        if (feed !== undefined) expect(dangersOf(feed, ['title', 'link'])).toEqual([]);
      }),
      { numRuns: 300 },
    );
    expect(
      renderPageMarkdown({
        title: '# x',
        document: documentOf(),
        url: 'https://x.y/z',
        hrefOf: () => undefined,
        fileOf: () => undefined,
      }),
    ).toContain('x');
  });
});
