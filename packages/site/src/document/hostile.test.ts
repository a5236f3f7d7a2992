import type { Document } from '@lectern/document';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { runs } from '../../../document/src/testing/deep.ts';
import { type RenderContext, renderDocument, renderMath, renderPageMarkdown, renderRss } from '../index.ts';
import { hostileDocument, payload } from '../testing/payloads.ts';
import { petsApi } from '../testing/pets-api.ts';
import { unsafeMarkup } from '../testing/safety.ts';

/** A context that returns every text unchecked. */
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

describe('malicious documents', () => {
  test('no text of any node becomes executable', () => {
    fc.assert(
      fc.property(hostileDocument, (document) => {
        expect(unsafeMarkup(renderDocument(document, gullible))).toEqual([]);
      }),
      { numRuns: runs(3_000, 400) },
    );
  });

  test('the check finds unsafe markup', () => {
    for (const html of [
      '<script>x</script>',
      '<p onclick="x">',
      '<a href=" java\tscript:x">',
      '<p style="x">',
      '<iframe src="data:x">',
      '<base href="//x">',
    ])
      expect(unsafeMarkup(html), html).not.toEqual([]);
    expect(unsafeMarkup('<a href="/x?y=javascript:1">x</a><img src="https://x/y.png" alt="">')).toEqual([]);
  });

  test('OpenAPI documents cannot inject markup', () => {
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
        expect(unsafeMarkup(html)).toEqual([]);
      }),
      { numRuns: runs(200, 30) },
    );
  });

  describe('recursive OpenAPI documents', () => {
    const block = (name = '/a') => ({
      object: 'block',
      type: 'swagger',
      data: { ref: { kind: 'url', url: 'https://x.test/x.yaml' }, path: name, method: 'get' },
    });
    const shown = (get: object, components: object = {}) =>
      renderDocument(documentOf(block()), {
        ...gullible,
        openapiOf: () => ({ openapi: '3.1.0', paths: { '/a': { get } }, components }),
      });
    const own = '{% openapi src="https://x.test/x.yaml" path="/a" method="get" %}\nx\n{% endopenapi %}\n\n';
    const many = <T>(count: number, make: (at: number) => T): T[] =>
      Array.from({ length: count }, (_, at) => make(at));
    const named = <T>(count: number, make: (at: number) => T) =>
      Object.fromEntries(many(count, (at) => [`n${at}`, make(at)]));
    const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
    const answers = (schema: object) =>
      Object.fromEntries(many(500, (at) => [100 + at, { content: { 'application/json': { schema } } }]));
    const large = many(1000, () => many(1000, () => 'x'));
    const long = '*long* '.repeat(100_000);

    // Without a limit, none of these would finish in the time or memory of a test.
    test.each<[string, object, object?]>([
      ['in their own words', { description: own.repeat(20), responses: {} }],
      [
        'in parts of parts',
        { responses: answers(ref('s0')) },
        {
          schemas: Object.fromEntries(
            many(10, (at) => [`s${at}`, { allOf: many(50, () => ref(`s${at + 1}`)) }]),
          ),
        },
      ],
      [
        'in choices',
        { responses: answers(ref('s0')) },
        {
          schemas: Object.fromEntries(
            many(10, (at) => [`s${at}`, { oneOf: many(50, () => ref(`s${at + 1}`)) }]),
          ),
        },
      ],
      [
        'in fields',
        { responses: answers(ref('s0')) },
        {
          schemas: Object.fromEntries(
            many(10, (at) => [
              `s${at}`,
              { type: 'object', description: long, properties: named(50, () => ref(`s${at + 1}`)) },
            ]),
          ),
        },
      ],
      [
        'in values',
        { responses: answers(ref('s0')) },
        {
          schemas: {
            s0: { properties: named(400, () => ref('s1')) },
            s1: { type: long, default: long, enum: many(100, () => long), format: long },
          },
        },
      ],
      [
        'in parameters',
        {
          parameters: many(20_000, (at) => ({
            in: 'query',
            name: `p${at}`,
            required: true,
            description: '*x*',
            schema: { example: large },
          })),
          responses: {},
        },
      ],
      [
        'in examples',
        { responses: named(500, () => ({ content: { 'application/json': { example: large } } })) },
      ],
    ])('end: %s', (_, get, components) => {
      const html = shown(get, components);
      expect(html).toContain('class="api full"');
      expect(html.length).toBeLessThan(20_000_000);
      expect(unsafeMarkup(html)).toEqual([]);
    });
  });

  test('formulas cannot contain links, styles or classes', () => {
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
        math: renderMath,
      });
      expect(unsafeMarkup(html), formula).toEqual([]);
    }
  });

  test('inline HTML tags close only the tags of the same line', () => {
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

  test('feeds and Markdown of malicious documents are rendered without errors', () => {
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
        if (feed !== undefined) expect(unsafeMarkup(feed, ['title', 'link'])).toEqual([]);
      }),
      { numRuns: runs(300, 60) },
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
