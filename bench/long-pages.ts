import { encodedSegments, normalizeDocument, parseMarkdown, printMarkdown } from '@lectern/document';

const MEGABYTE = 1_000_000;
const WORDS =
  'Lorem ipsum dolor sit amet, consectetur *adipiscing* elit, sed do `eiusmod` tempor [incididunt](https://a.test/x) ut labore. ';

type Piece = (n: number) => string;

const prose: Piece = (n) => `${n % 10 === 0 ? `## Heading ${n}\n\n` : ''}${WORDS.repeat(4)}\n\n`;
const list: Piece = (n) => `* item ${n} with **some** words and a [link](https://a.test/${n})\n`;
const row: Piece = (n) =>
  n === 0 ? '| a | b |\n|---|---|\n' : `| cell ${n} | **bold** [link](https://a.test/${n}) |\n`;
const shortTable: Piece = (n) => `| a | b |\n|---|---|\n| cell ${n} | words |\n| cell | words |\n\n`;
const nestedList: Piece = (n) =>
  `* item ${n}\n  * inner item of ${n}\n    1. deeper item\n    2. another _deeper_ item\n`;
const blocks: Piece = (n) =>
  `{% hint style="info" %}\nWords of hint ${n}.\n{% endhint %}\n\n{% tabs %}\n{% tab title="One ${n}" %}\n${WORDS}\n{% endtab %}\n\n{% tab title="Two" %}\n* a\n* b\n{% endtab %}\n{% endtabs %}\n\n`;
const code: Piece = (n) => `\`\`\`js\nconst value${n} = 1;\nuse(value${n} * 2);\n\`\`\`\n\n`;
const footnotes: Piece = (n) =>
  `Words of *text*[^${n}] and more.\n\n[^${n}]: A note with a [link](https://a.test/${n}).\n\n    Its second paragraph.\n\n`;
const definitions: Piece = (n) =>
  `Words with a [link][r${n}] and [r${n}].\n\n[r${n}]: https://a.test/${n} "A title"\n\n`;
const looseList: Piece = (n) =>
  `* item ${n} with **some** words\n\n  \`\`\`js\n  use(${n});\n  \`\`\`\n\n  > A quote of ${n}\n  > with a [link](https://a.test)\n\n`;
const quotes: Piece = (n) => `> Words of quote ${n}.\n>\n> * an item\n> * another _item_\n\nWords.\n\n`;
const unusual: Piece = (n) =>
  `Title ${n}\n===\n\n    indented code\n\n* a list\n\t* with tabs\n\n$$\nx^${n}\n$$\n\n<pre>\na\n\nb\n</pre>\n\n`;

/** Pages of one kind of content, and of all of them. */
const KINDS: Readonly<Record<string, Piece>> = {
  prose,
  lists: list,
  'a long table': row,
  'short tables': shortTable,
  'nested lists': nestedList,
  'hints and tabs': blocks,
  code,
  footnotes,
  'link definitions': definitions,
  'loose lists with code and quotes': looseList,
  quotes,
  'unusual syntax': unusual,
  'a mixture': (n) =>
    [
      ...[prose(n), list(n), '\n', shortTable(n), nestedList(n), '\n', blocks(n), code(n)],
      ...[footnotes(n), definitions(n), looseList(n), '\n', quotes(n), unusual(n)],
    ].join(''),
};

const pageOf = (piece: Piece): string => {
  const pieces: string[] = [];
  for (let n = 0, length = 0; length < MEGABYTE; n++) {
    pieces.push(piece(n));
    length += pieces.at(-1)!.length;
  }
  return pieces.join('');
};

const ROUNDS = 3;

/** The processor time of work in seconds, of the best of some rounds, and its result. */
const timed = <T>(work: () => T): { readonly seconds: number; readonly result: T } => {
  const rounds = Array.from({ length: ROUNDS }, () => {
    const begin = process.cpuUsage();
    const result = work();
    const { user, system } = process.cpuUsage(begin);
    return { seconds: (user + system) / 1e6, result };
  });
  return rounds.reduce((best, round) => (round.seconds < best.seconds ? round : best));
};

/** The processor time for pages of a megabyte: Markdown to a document and back, a document of a client, and its segments. */
export const measureLongPages = (): string => {
  const rows = Object.entries(KINDS).map(([name, piece]) => {
    const markdown = pageOf(piece);
    const parsed = timed(() => parseMarkdown(markdown));
    const printed = timed(() => printMarkdown(parsed.result));
    const normalized = timed(() => normalizeDocument(parsed.result));
    const segments = timed(() => encodedSegments(markdown, []));
    const cells = [parsed.seconds + printed.seconds, parsed.seconds, printed.seconds, normalized.seconds];
    return `| ${[name, ...[...cells, segments.seconds].map((value) => `${value.toFixed(2)} s`)].join(' | ')} |`;
  });
  return [
    '| 1 MB of | Markdown to document to Markdown | Parse | Print | Document of a client | Segments |',
    '| --- | --- | --- | --- | --- | --- |',
    ...rows,
  ].join('\n');
};
