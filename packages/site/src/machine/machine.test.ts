import { parseMarkdown } from '@lectern/document';
import { Parser } from 'htmlparser2';
import { describe, expect, test } from 'vitest';
import {
  LLMS_PART_PAGES,
  renderLlms,
  renderLlmsFull,
  renderPageMarkdown,
  renderRobots,
  renderRss,
  renderSitemap,
  renderSitemapPages,
} from '../index.ts';
import { petsApi } from '../testing/pets-api.ts';
import { sampleContext } from '../testing/sample-site.ts';

/** The texts of an XML element. */
const textsOf = (xml: string, element: string): readonly string[] => {
  const found: string[] = [];
  let inside = false;
  const parser = new Parser(
    {
      onopentag: (name) => {
        inside = name === element;
        if (inside) found.push('');
      },
      ontext: (text) => {
        if (inside) found[found.length - 1] += text;
      },
      onclosetag: () => {
        inside = false;
      },
    },
    { xmlMode: true, decodeEntities: true },
  );
  parser.end(xml);
  return found;
};

describe('machine-readable files', () => {
  test('a sitemap lists its parts and their pages with escaped URLs', () => {
    const url = 'https://docs.example.com/a?b=1&c=<2>';
    expect(textsOf(renderSitemap([{ url, updatedAt: '2026-01-01' }]), 'loc')).toEqual([url]);
    const pages = renderSitemapPages([
      { url, depth: 0, updatedAt: '2026-01-01T00:00:00.000Z' },
      { url, depth: 1 },
      { url, depth: 4 },
    ]);
    expect(textsOf(pages, 'priority')).toEqual(['1.00', '0.84', '0.50']);
    expect(textsOf(pages, 'lastmod')).toEqual(['2026-01-01T00:00:00.000Z']);
  });

  test('robots.txt links to the sitemap or disallows everything', () => {
    expect(renderRobots('https://x.y/sitemap.xml')).toContain('Sitemap: https://x.y/sitemap.xml\n');
    expect(renderRobots(undefined)).toBe('User-agent: *\nDisallow: /\n');
  });

  test('an operation in Markdown contains its description without internal fields', () => {
    const render = (api: Readonly<Record<string, unknown>>) =>
      renderPageMarkdown({
        title: 'Pets',
        document: parseMarkdown(
          '{% openapi-operation spec="pets" path="/pets/{petId}" method="put" %}\n{% endopenapi-operation %}',
        ),
        url: 'https://docs.example.com/pets',
        hrefOf: () => undefined,
        fileOf: () => undefined,
        openapiOf: () => api,
      });
    const text = render(petsApi);
    expect(text).toContain('PUT /pets/{petId}: Change a pet');
    expect(text).toContain('"name": "notify"');
    expect(text).toContain('```json');
    const hidden = structuredClone(petsApi);
    Object.assign(hidden.paths['/pets/{petId}'].put.parameters[0]!, { 'x-internal': true });
    expect(render(hidden)).not.toContain('"name": "notify"');
    Object.assign(hidden.paths['/pets/{petId}'].put, { 'x-internal': true });
    expect(render(hidden)).not.toContain('Change a pet');
  });

  test('llms.txt lists pages by section in valid Markdown', () => {
    const text = renderLlms({
      title: 'A\nsite',
      description: 'About',
      groups: [
        {
          title: 'Guides',
          pages: [{ title: 'One [two](three)', href: 'https://x.y/a b(c).md', description: 'Line\nbreak' }],
        },
        { title: 'Empty', pages: [] },
      ],
    });
    expect(text).toMatch(/^# A site\n\n> About\n\n## Guides\n\n- \[/);
    expect(text).not.toContain('Empty');
    const list = parseMarkdown(text).nodes.find(({ type }) => type === 'list-unordered');
    const link = JSON.stringify(list);
    expect(link).toContain('"url":"https://x.y/a%20b%28c%29.md"');
    expect(link).toContain('One [two](three)');
  });

  test('llms-full.txt is split into parts', () => {
    expect(LLMS_PART_PAGES).toBe(100);
    expect(renderLlmsFull(['# a\n', '# b\n'], 'https://x.y/llms-full.txt/1')).toBe(
      '# a\n\n---\n\n# b\n\n---\n\n[Next part](https://x.y/llms-full.txt/1)\n',
    );
    expect(renderLlmsFull(['# a'], undefined)).toBe('# a\n');
  });

  test('a page in Markdown has absolute URLs', () => {
    const text = renderPageMarkdown({
      title: 'Title',
      document: parseMarkdown(
        'A [page](/pages/p1), [away](https://a.b), [here](#x) and ![i](/files/cover1).',
      ),
      url: 'https://docs.example.com/en/x',
      children: [{ title: 'Below', href: '/en/x/below', description: 'What is there' }],
      hrefOf: sampleContext.hrefOf,
      fileOf: sampleContext.fileOf,
    });
    expect(text).toMatch(/^# Title\n/);
    expect(text).toContain('[page](https://docs.example.com/p1)');
    expect(text).toContain('[away](https://a.b/)');
    expect(text).toContain('https://docs.example.com/files/cover1.svg');
    expect(text).toContain('- [Below](https://docs.example.com/en/x/below): What is there');
  });

  test('updates become a feed, newest first, and pages without updates have none', () => {
    const page = { title: 'News & more', url: 'https://x.y/n', feed: 'https://x.y/n/rss.xml' };
    const document = parseMarkdown(
      '{% updates %}\n{% update date="2025-01-02" %}\n## Old <b>\n\nText\n{% endupdate %}\n{% update date="2026-01-02" %}\nNo heading\n{% endupdate %}\n{% endupdates %}',
    );
    const feed = renderRss({ ...page, document }, sampleContext)!;
    expect(textsOf(feed, 'title')).toEqual(['News & more', '2026-01-02', expect.stringContaining('Old')]);
    expect(textsOf(feed, 'pubDate')[0]).toBe('Fri, 02 Jan 2026 00:00:00 GMT');
    expect(textsOf(feed, 'description').at(-1)).toBe('<p>Text</p>');
    expect(textsOf(feed, 'link').at(-1)).toMatch(/^https:\/\/x\.y\/n#old/);
    expect(renderRss({ ...page, document: parseMarkdown('nothing') }, sampleContext)).toBeUndefined();
  });
});
