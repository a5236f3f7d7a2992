import type { Random } from './random.ts';

const COMMON = ['save', 'page', 'name', 'invoice', 'open', 'settings'];
/** Angle brackets that are text: placeholders and types. */
const PLACEHOLDERS = [
  '<YOUR_TOKEN>',
  'List<String>',
  '<Foo>',
  '</Foo>',
  '<Foo>name</Foo>',
  '<myTag class="page">save</myTag>',
  '&lt;YOUR_TOKEN&gt;',
];
const LINE_NAMES = ['b', 'em', 'code', 'kbd', 'span', 'u', 'small', 'font', 'sup', 'mark', 'a', 'q', 'label'];
const TITLE_NAMES = ['p', 'h2', 'h3', 'div', 'center', 'b', 'span'];
const BLOCK_NAMES = ['p', 'h1', 'h2', 'h4', 'div', 'center', 'section', 'blockquote', 'dl', 'article'];
const ITEM_NAMES = ['tab', 'tab', 'step', 'column', 'code-tabs-item'];
const TAG_NAMES = ['hint', 'embed', 'file', 'code', 'prompt', 'if', 'swagger', 'api-method', 'foo'];
const ATTRIBUTES = ['class', 'id', 'style', 'title', 'align', 'data-x', 'name', 'width', 'href'];

/** Writes HTML as authors mix it into Markdown: repeated words, any attributes, any nesting, placeholders. */
export const writeHtml = (random: Random, size: number): string => {
  const some = (most: number, make: () => string, between: string): string =>
    Array.from({ length: 1 + random.below(most) }, make).join(between);
  const word = (): string => random.pick(random.chance(0.12) ? PLACEHOLDERS : COMMON);
  const attributes = (names = ATTRIBUTES): string =>
    random.chance(0.7)
      ? ''
      : Array.from(new Set([random.pick(names), random.pick(names)]))
          .map((name) => ` ${name}="${random.pick(COMMON)}"`)
          .join('');
  const element = (name: string, content: string): string => `<${name}${attributes()}>${content}</${name}>`;
  const image = (): string =>
    `<img src="${random.pick(COMMON)}.png" alt="${random.pick(COMMON)}"${attributes(['width', 'class', 'title'])}>`;
  const line = (depth = 2): string =>
    some(
      4,
      () => {
        if (depth === 0 || random.chance(0.65)) return word();
        if (random.chance(0.15)) return image();
        if (random.chance(0.1)) return `<!-- ${word()} -->`;
        return element(random.pick(LINE_NAMES), line(depth - 1));
      },
      random.pick([' ', ' ', '<br>']),
    );
  const title = (): string =>
    some(2, () => (random.chance(0.4) ? line() : element(random.pick(TITLE_NAMES), line())), ' ');
  const details = (depth: number): string => {
    const gap = random.pick(['\n', '\n\n', '\n\n']);
    const before = random.chance(0.1) ? `<!-- ${word()} -->${gap}` : '';
    return `<details${random.chance(0.1) ? ' open' : ''}${attributes()}>${gap}${before}${element('summary', title())}${gap}${blocks(depth)}${gap}</details>`;
  };
  const tag = (name: string, content: string): string =>
    `{% ${name}${attributes(['title', 'url', 'style', 'caption', 'method', 'path', 'summary', 'description'])} %}\n${content}\n{% end${name} %}`;
  const items = (depth: number): string =>
    some(3, () => (random.chance(0.15) ? line() : tag(random.pick(ITEM_NAMES), blocks(depth))), '\n\n');
  const cells = (name: string): string => some(3, () => element(name, title()), '');
  const makers: readonly ((depth: number) => string)[] = [
    () => line(),
    () => `## ${line()}`,
    details,
    details,
    details,
    () => element(random.pick(BLOCK_NAMES), title()),
    (depth) => `<${random.pick(['div', 'center'])}${attributes()}>\n\n${blocks(depth)}\n\n</div>`,
    () =>
      element(
        random.pick(['ul', 'ol']),
        some(3, () => element('li', title()), ''),
      ),
    () =>
      `<table${attributes()}>${random.chance(0.2) ? element('caption', line()) : ''}<thead>${element('tr', cells('th'))}</thead>` +
      `<tbody>${some(2, () => element('tr', cells('td')), '')}</tbody></table>`,
    () => `<figure${attributes()}>${image()}${element('figcaption', title())}</figure>`,
    () =>
      element(
        'div',
        some(2, () => `<figure>${image()}${element('figcaption', line())}</figure>`, ' '),
      ),
    () => element('a', `${image()}${random.chance(0.4) ? line() : ''}`),
    () =>
      `<picture><source srcset="${random.pick(COMMON)}.png" media="${random.pick(COMMON)}">${image()}</picture>`,
    () => element('pre', element('code', line(1))),
    () => `<dl>${element('dt', line())}${element('dd', title())}</dl>`,
    () =>
      `<div data-gb-custom-block data-tag="hint" data-style="info"${attributes(['title', 'data-x'])}>\n\n${line()}\n\n</div>`,
    () => `{% hint style="info"${attributes()} %}\n${line()}\n{% endhint %}`,
    (depth) => tag(random.pick(TAG_NAMES), blocks(depth)),
    (depth) => tag(random.pick(['tabs', 'stepper', 'columns', 'code-tabs']), items(depth)),
    () => tag(random.pick(['code', 'prompt', 'embed', 'file']), `\`\`\`${word()}\n${word()}\n\`\`\``),
    (depth) =>
      `> [!${random.pick(['NOTE', 'tip', 'OTHER'])}]\n> ${line()}\n>\n> ${blocks(depth).replace(/\n/g, '\n> ')}`,
    (depth) => `* ${line()}\n\n  ${blocks(depth).replace(/\n/g, '\n  ')}`,
    () => `| ${line(1)} | ${word()} |\n| --- | --- |\n| ${word()} | ${line(1)} |`,
    () => element(random.pick(['video', 'iframe', 'button', 'select', 'svg', 'noscript']), line()),
  ];
  const blocks = (depth: number): string =>
    some(2, () => (depth > 0 ? random.pick(makers)(depth - 1) : line()), '\n\n');
  return Array.from({ length: 1 + size }, () => blocks(2)).join('\n\n');
};
