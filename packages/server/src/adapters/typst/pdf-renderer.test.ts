import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { type Document, linksOf, parseMarkdown, stableRefs } from '@lectern/document';
import sharp from 'sharp';
import { afterAll, describe, expect, test } from 'vitest';
import { kitchenSinkSource } from '../../../../site/src/testing/sample-site.ts';
import type { Book, BookPage, RenderCosts, RenderQueue } from '../../kernel/pdf-renderer.ts';
import { PdfLimitError } from '../../kernel/pdf-renderer.ts';
import { readPdf } from '../../testing/pdf.ts';
import { createPdfRenderer } from './index.ts';
import { writePage } from './source/book.ts';

const GB = 1024 ** 3;
const renderer = createPdfRenderer({ limits: { memoryBytes: 2 * GB, seconds: 120 }, fontsFolder: undefined });
afterAll(() => renderer.close());

/** A page of a document; pictures are files whose ids name them. */
const pageOf = (document: Document, more: Partial<BookPage> = {}): BookPage => ({
  id: 'page',
  depth: 0,
  title: 'A page',
  document: JSON.stringify(document),
  targets: Object.fromEntries(
    linksOf(document).flatMap(({ ref }) =>
      ref.kind === 'file'
        ? [[stableRefs.print(ref), { title: `${ref.file}.png`, size: 1200, picture: ref.file }]]
        : [],
    ),
  ),
  ...more,
});

const bookOf = (pages: readonly BookPage[], more: Partial<Book> = {}): Book => ({
  title: 'A book',
  language: 'en',
  date: new Date('2026-01-01T00:00:00Z'),
  pages: Readable.from(pages),
  picture: async () => undefined,
  ...more,
});

const printed = async (book: Book, by = renderer, queue: RenderQueue = 'long') => {
  let costs: RenderCosts | undefined;
  const bytes = await by.render(
    book,
    async (pdf, took) => {
      costs = took;
      return buffer(pdf);
    },
    queue,
  );
  return { ...(await readPdf(bytes)), costs: costs!, bytes: bytes.length };
};

const noImages = { pictureOf: () => undefined, iconOf: () => undefined };

const markdown = (source: string, more: Partial<BookPage> = {}) => pageOf(parseMarkdown(source), more);

describe('books', () => {
  test('show every block and every inline', async () => {
    const png = await sharp({ create: { width: 640, height: 360, channels: 3, background: '#48a' } })
      .png()
      .toBuffer();
    const { letters, costs, texts } = await printed(
      bookOf([markdown(kitchenSinkSource())], { picture: async () => Readable.from([png]) }),
    );
    expect(costs.plain).toEqual([]);
    const expected = [
      'bold',
      'italic',
      'struck',
      'redwords',
      'markedwords',
      'alinktoapage',
      'Getstarted',
      'Williams',
      'Publishit',
      'Aquotation',
      'Itworked.',
      'server.ts',
      'createServer',
      'pnpm',
      'Installit',
      'WhathappenswhenIopenthis?',
      'Ontheleft',
      'Stable',
      'Quickstart',
      'Apicturewithacaption',
      'Thereportoftheyear',
      'https://example.com/some/article',
      'Sitesarehere',
      'Readthepage',
      '/pets/{petId}',
      'Centeredby',
      'Thenoteoftheword',
    ];
    expect(expected.filter((words) => !letters.includes(words))).toEqual([]);
    expect(texts.join(' ')).not.toContain('<div');
  });

  test('draw icons', async () => {
    const page = markdown(
      'A <i class="fa-rocket">:rocket:</i> here, <i class="fa-house">:house:</i> there.\n',
    );
    const drawn: unknown[] = [];
    const iconOf = (name: unknown) => {
      drawn.push(name);
      return `<svg id="${name}"/>`;
    };
    const { source } = writePage(page, { language: 'en' }, { ...noImages, iconOf });
    expect(drawn).toEqual(['rocket', 'house']);
    expect(source).toContain('inline-icon("<svg id=\\"rocket\\"/>")');
    const [withIcons, without] = [
      await printed(bookOf([page])),
      await printed(bookOf([markdown('A here, there.\n')])),
    ];
    expect(withIcons.costs.plain).toEqual([]);
    expect(withIcons.letters).toContain('Ahere,there.');
    expect(withIcons.bytes).toBeGreaterThan(without.bytes);
  });

  test('support many scripts', async () => {
    const lines = [
      'שלום עולם',
      'مرحبا بالعالم',
      '你好，世界',
      'こんにちは世界',
      '안녕하세요 세계',
      'Привет, мир',
      'Γειά σου',
      'Đường phố',
    ];
    const { letters } = await printed(bookOf([markdown(lines.join('\n\n'))]));
    for (const word of ['世界', 'こんにちは', '안녕하세요', 'Привет', 'Γειά', 'Đường'])
      expect(letters).toContain(word);
    // Letters that join, or that run the other way, come out of PDFs in the order of paper.
    for (const letter of 'שלוםعالم') expect(letters.normalize('NFKC')).toContain(letter);
    const arabic = await printed(
      bookOf([markdown('مرحبا')], { language: 'ar', title: 'كتاب', cover: { organization: 'O', note: 'N' } }),
    );
    expect(arabic.sheets).toBe(3);
  });

  test('list titles of the other direction before their page numbers', async () => {
    const pages = [
      markdown('x', { title: 'Scripts עברית' }),
      markdown('y', { id: 'two', title: 'Full name', shortTitle: 'עברית 7' }),
    ];
    const contentsIn = async (language: string) => {
      const { places } = await printed(bookOf(pages, { language, cover: { organization: 'O', note: 'N' } }));
      const find = (text: string | RegExp) => places[1]!.find((piece) => piece.text.match(text))!;
      return {
        word: find('Scripts'),
        letters: find(/^[\u0590-\u05ff]/).x,
        // Readers may take a number and the dots beside it as one, and the word at their other end.
        numbers: [find(/\b3\b/), find(/\b4\b/)],
      };
    };
    const english = await contentsIn('en');
    expect(english.word.x).toBeLessThan(english.letters);
    expect(english.letters).toBeLessThan(200);
    for (const { x, width } of english.numbers) expect(x + width).toBeGreaterThan(500);
    const hebrew = await contentsIn('he');
    expect(hebrew.word.x + hebrew.word.width).toBeGreaterThan(400);
    for (const { x } of hebrew.numbers) expect(x).toBeLessThan(100);
  });

  test('have headers and footers in the direction of the book', async () => {
    const blank = markdown('', { title: 'Untitled' });
    const english = markdown('English words.', { id: 'two', title: 'English' });
    const { places } = await printed(bookOf([blank, english], { title: 'ספר', language: 'he' }));
    const xsOf = (sheet: number, text: RegExp) =>
      places[sheet]!.filter((piece) => piece.text.match(text)).map(({ x }) => x);
    for (const [sheet, name] of [/Untitled/, /^English$/].entries()) {
      expect(xsOf(sheet, /[\u0590-\u05ff]/)[0]).toBeGreaterThan(400);
      expect(xsOf(sheet, new RegExp(`^${sheet + 1}$`))).toEqual([64]);
      expect(xsOf(sheet, name).at(-1)).toBeGreaterThan(400);
    }
    // The title of a page that says nothing stands where the book begins, that of an English one where English does.
    expect(xsOf(0, /Untitled/)[0]).toBeGreaterThan(400);
    expect(xsOf(1, /^English$/)[0]).toBe(64);
  });

  test('align the head of a column with its cells in any direction', () => {
    const sidesIn = (source: string, language: string) =>
      /sides:\(([^)]*)\)/.exec(writePage(markdown(source), { language }, noImages).source)?.[1];
    const table = (...cells: string[]) =>
      `| ${cells[0]} | ${cells[1]} |\n| --- | ---: |\n| ${cells[2]} | ${cells[3]} |\n`;
    expect(sidesIn(table('Name', 'Size', 'Apple', 'Large'), 'ar')).toBe('left,right,');
    expect(sidesIn(table('اسم', 'حجم', 'تفاحة', 'كبير'), 'ar')).toBe('right,left,');
    expect(sidesIn(table('Name', 'Size', 'Apple', 'Large'), 'en')).toBe('left,right,');
  });

  test('show alternative text for pictures that are invalid, too large or unavailable', async () => {
    const bomb = await sharp({ create: { width: 16_000, height: 16_000, channels: 3, background: '#000' } })
      .png({ compressionLevel: 9 })
      .toBuffer();
    const svgBomb = `<svg xmlns="http://www.w3.org/2000/svg" width="90000" height="90000"><rect width="100%" height="100%"/></svg>`;
    const outside = `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="10" height="10"><image xlink:href="file:///etc/passwd" width="10" height="10"/></svg>`;
    const bytes: Record<string, Buffer> = {
      bomb,
      svg: Buffer.from(svgBomb),
      noise: Buffer.from('not a picture'),
      outside: Buffer.from(outside),
    };
    const source = ['bomb', 'svg', 'noise', 'gone', 'outside']
      .map((id) => `<figure><img src="/files/${id}" alt="words for ${id}"></figure>`)
      .join('\n\n');
    const { texts, costs } = await printed(
      bookOf([markdown(source)], {
        picture: async (name) => (bytes[name] ? Readable.from([bytes[name]]) : undefined),
      }),
    );
    for (const id of ['bomb', 'svg', 'noise', 'gone']) expect(texts.join(' ')).toContain(`words for ${id}`);
    expect(costs.plain).toEqual([]);
  });

  test('contain blocks nested deeper than the limit of Typst', async () => {
    const text = { object: 'text', leaves: [{ object: 'leaf', text: 'the innermost words', marks: [] }] };
    const nested = (type: string, item: string | undefined, depth: number) => {
      let node: object = { object: 'block', type: 'paragraph', nodes: [text] };
      for (let at = 0; at < depth; at++) {
        const inner = item ? { object: 'block', type: item, nodes: [node] } : node;
        node = { object: 'block', type, nodes: [inner] };
      }
      return node;
    };
    const nodes = [
      nested('blockquote', undefined, 500),
      nested('list-unordered', 'list-item', 500),
      nested('hint', undefined, 500),
      nested('stepper', 'stepper-step', 100),
      nested('tabs', 'tabs-item', 100),
    ];
    const { letters, costs } = await printed(
      bookOf([pageOf({ object: 'document', data: {}, nodes } as unknown as Document)]),
    );
    expect(letters.split('theinnermostwords')).toHaveLength(6);
    expect(costs.plain).toEqual([]);
  });

  test('render each item of lists that are too deep as a paragraph', async () => {
    const list = Array.from({ length: 12 }, (_, at) => `${'  '.repeat(at)}* item ${at + 1}`).join('\n');
    const { places } = await printed(bookOf([markdown(list)]));
    const items = places[0]!.map(({ text }) => text.trim()).filter((text) => text.startsWith('item'));
    expect(items).toEqual(Array.from({ length: 12 }, (_, at) => `item ${at + 1}`));
  });

  test('contain tables of thousands of rows', async () => {
    const rows = Array.from({ length: 3000 }, (_, at) => `| row ${at} | value ${at} | some words about it |`);
    const { letters, costs } = await printed(
      bookOf([markdown(['| a | b | c |', '|---|---|---|', ...rows].join('\n'))]),
    );
    expect(letters).toContain('row2999');
    expect(costs.pageCount).toBeGreaterThan(50);
  });

  test('break words longer than a line, and code', async () => {
    const long = 'x'.repeat(5000);
    const { letters } = await printed(
      bookOf([markdown(`${long}\n\n\`${long}\`\n\n\`\`\`\n${long}\n\`\`\``)]),
    );
    expect(letters.match(/x/g)!.length).toBeGreaterThanOrEqual(15_000);
  });

  test('link to existing labels only', async () => {
    const targets = {
      '/pages/other': { page: 'other', title: 'Other' },
      '/pages/page#place': { page: 'page', anchor: 'nowhere' },
      '/pages/lost': { page: 'lost', title: 'Lost' },
    };
    const { links } = await printed(
      bookOf([
        markdown(
          '[a](/pages/other) [b](/pages/page#place) [c](/pages/lost) [d](javascript:alert(1)) [e](file:///etc/passwd)',
          { targets },
        ),
        markdown('## Twice\n\n## Twice', { id: 'other' }),
      ]),
    );
    expect(links).toEqual([{ to: 'p other' }, { to: 'p page' }]);
  });
});

describe('the PDF renderer', () => {
  const huge = markdown(
    [
      '| a | b |',
      '|---|---|',
      ...Array.from({ length: 20_000 }, (_, at) => `| **${at}** | \`x${at}\` |`),
    ].join('\n'),
  );

  test('aborts a book that takes too much memory, and renders the next', async () => {
    const small = createPdfRenderer({
      limits: { memoryBytes: 300 * 1024 ** 2, seconds: 100 },
      fontsFolder: undefined,
    });
    await expect(printed(bookOf([huge]), small)).rejects.toThrow('takes too much memory');
    expect((await printed(bookOf([markdown('short')]), small)).sheets).toBe(1);
  });

  test('renders short books in parallel to long ones, with a quarter of the limits', async () => {
    const rows = Array.from({ length: 3000 }, (_, at) => `| row ${at} | value ${at} |`);
    const table = markdown(['| a | b |', '|---|---|', ...rows].join('\n'));
    const ended: string[] = [];
    const long = printed(bookOf([table])).then(() => ended.push('long'));
    await printed(bookOf([markdown('short')]), renderer, 'short').then(() => ended.push('short'));
    await long;
    expect(ended).toEqual(['short', 'long']);
    const narrow = createPdfRenderer({
      limits: { memoryBytes: 400 * 1024 ** 2, seconds: 400 },
      fontsFolder: undefined,
    });
    await expect(printed(bookOf([markdown('short')]), narrow, 'short')).rejects.toBeInstanceOf(PdfLimitError);
    await narrow.close();
  });

  test('aborts a book that takes too long', async () => {
    const quick = createPdfRenderer({ limits: { memoryBytes: 2 * GB, seconds: 3 }, fontsFolder: undefined });
    await expect(printed(bookOf([huge, { ...huge, id: 'two' }]), quick)).rejects.toThrow('takes too long');
  });

  test('rejects books after it is closed', async () => {
    const closing = createPdfRenderer({
      limits: { memoryBytes: 2 * GB, seconds: 100 },
      fontsFolder: undefined,
    });
    const never = printed(bookOf([huge]), closing);
    setTimeout(() => closing.close(), 500);
    await expect(never).rejects.toThrow();
    await expect(printed(bookOf([huge]), closing)).rejects.toThrow();
  });
});
