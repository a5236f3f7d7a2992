import { parseMarkdown } from '@lectern/document';
import { renderDocument } from '@lectern/site';
import { afterAll, describe, expect, test } from 'vitest';
import { createSpecifications } from './specifications.ts';

const specifications = createSpecifications();
afterAll(() => specifications.close());

describe('pages of a specification', () => {
  const operations = (count: number, tag: (n: number) => string) =>
    Object.fromEntries(
      Array.from({ length: count }, (_, n) => [`/p${n}`, { get: { tags: [tag(n)], summary: `Get ${n}` } }]),
    );
  const generatePages = async (document: object, grouping: 'by-tag' | 'by-operation') =>
    (await specifications.generatePages(JSON.stringify(document), { spec: 's', models: true, grouping }))!;
  const wordsOf = (pages: Awaited<ReturnType<typeof generatePages>>): string =>
    pages.map(({ markdown, children }) => markdown + wordsOf(children)).join('\n');

  test('show its complete content on as many pages as needed', async () => {
    const schemas = Object.fromEntries(Array.from({ length: 250 }, (_, n) => [`S${n}`, { type: 'object' }]));
    const document = { openapi: '3.1.0', paths: operations(250, () => 'all'), components: { schemas } };
    const pages = await generatePages(document, 'by-tag');
    expect(pages.map(({ key, children }) => [key, children.slice(0, 2).map(({ title }) => title)])).toEqual([
      ['tag all', ['all (2)', 'all (3)']],
      ['models', ['Models (2)', 'Models (3)']],
    ]);
    for (const shown of ['path="/p249"', 'S249']) expect(wordsOf(pages)).toContain(shown);
  });

  describe('without tags', () => {
    const MODELS = 60;
    const ref = (n: number) => ({ $ref: `#/components/schemas/M${n % MODELS}` });
    const description = 'A field that says something about itself in a sentence. '.repeat(2);
    const fields = Object.fromEntries(
      Array.from({ length: 25 }, (_, n) => [`f${n}`, { type: 'string', description }]),
    );
    const schemas = Object.fromEntries(
      Array.from({ length: MODELS }, (_, n) => [
        `M${n}`,
        { type: 'object', properties: { ...fields, a: ref(n + 1), b: ref(n + 7) } },
      ]),
    );
    const json = (n: number) => ({ content: { 'application/json': { schema: ref(n) } } });
    const RESOURCES = ['customers', 'charges', 'refunds'];
    const paths = Object.fromEntries(
      Array.from({ length: 90 }, (_, n) => [
        `/v1/${RESOURCES[n % 3]}/{id}/part${Math.floor(n / 30)}/op${n}`,
        {
          get: { summary: `Get ${n}`, responses: { 200: json(n) } },
          post: { summary: `Post ${n}`, requestBody: json(n), responses: { 200: json(n) } },
        },
      ]),
    );
    const document = { openapi: '3.1.0', paths, components: { schemas } };
    const flat = (pages: Awaited<ReturnType<typeof generatePages>>): typeof pages =>
      pages.flatMap((page) => [page, ...flat(page.children)]);
    const render = (markdown: string) =>
      renderDocument(parseMarkdown(markdown), {
        language: 'en',
        hrefOf: () => undefined,
        fileOf: () => undefined,
        openapiOf: () => document,
        parsedMarkdown: (text) => [
          {
            object: 'block',
            type: 'paragraph',
            isVoid: false,
            data: {},
            nodes: [{ object: 'text', leaves: [{ object: 'leaf', text, marks: [] }] }],
          },
        ],
      });

    test('are grouped by path, on pages of some hundred kilobytes', async () => {
      const pages = await generatePages(document, 'by-tag');
      expect(pages.map(({ kind, title }) => `${kind} ${title}`)).toEqual([
        ...RESOURCES.map((name) => `group ${name}`),
        'page Models',
      ]);
      expect(pages[0]!.children.map(({ title }) => title)).toEqual(['part0', 'part1', 'part2']);
      for (const path of Object.keys(paths)) expect(wordsOf(pages)).toContain(`path="${path}"`);
      const shown = flat(pages).filter(({ markdown }) => markdown !== '');
      // Evenly chosen, because rendering all of them takes long.
      const sizes = shown.filter((_, n) => n % 10 === 0).map(({ markdown }) => render(markdown).length);
      expect(Math.max(...sizes)).toBeLessThan(400_000);
    });

    test('are on one page if they fit', async () => {
      const pages = await generatePages(
        { openapi: '3.1.0', paths: { '/a': paths[Object.keys(paths)[0]!] } },
        'by-tag',
      );
      expect(pages.map(({ key, title }) => [key, title])).toEqual([['tag default', 'default']]);
    });
  });

  test('are generated for nested and cyclic tags', async () => {
    const tags = [
      { name: 'below', parent: 'a' },
      { name: 'a', 'x-parent': 'b' },
      { name: 'b', parent: 'a' },
      { name: 'self', parent: 'self' },
    ];
    const document = { openapi: '3.1.0', tags, paths: operations(4, (n) => tags[n]!.name) };
    for (const grouping of ['by-tag', 'by-operation'] as const) {
      const pages = await generatePages(document, grouping);
      expect(pages.map(({ key }) => key)).toEqual(['tag a', 'tag self']);
      for (const n of [0, 1, 2, 3]) expect(wordsOf(pages)).toContain(`path="/p${n}"`);
    }
  });

  test('are grouped by tag if there would be too many, so that no operation is missing', async () => {
    const pages = await generatePages(
      { openapi: '3.1.0', paths: operations(2400, (n) => `t${n % 50}`) },
      'by-operation',
    );
    expect(pages).toHaveLength(50);
    const words = wordsOf(pages);
    for (const n of [0, 1199, 2399]) expect(words).toContain(`path="/p${n}"`);
  });
});
