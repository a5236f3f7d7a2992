import type { Random } from '../../../../document/src/testing/random.ts';
import type { Line, Look } from './editor-look.ts';

/** The lines of a page, without empty ones: what the editor must have after every step. */
export type Model = readonly string[];

/** What a person does in an editor. */
export interface Hands {
  readonly select: (from: number, to?: number) => Promise<void>;
  readonly press: (key: string) => Promise<void>;
  readonly type: (text: string) => Promise<void>;
  readonly paste: (type: string, text: string) => Promise<void>;
  /** Takes a choice of the menu of blocks by words that find it. */
  readonly insert: (words: string, title: string) => Promise<void>;
}

/** One change, and the lines that must be there after it. */
export interface Step {
  readonly name: string;
  readonly run: (hands: Hands) => Promise<void>;
  readonly after: Model;
}

type Choose = (look: Look, random: Random) => Step | undefined;

const LETTERS = [...'abcdefghijklmnopqrstuvwxyz'];
const wordOf = (random: Random): string =>
  Array.from({ length: 3 + random.below(5) }, () => random.pick(LETTERS)).join('');

/** The lines of an editor as a model. */
export const modelOf = (lines: readonly Line[]): Model => lines.map(({ text }) => text).filter(Boolean);

const isPlain = ({ around }: Line): boolean => around.length === 1 && around[0] === 'paragraph';
const isIn = ({ around }: Line, name: string): boolean => around.includes(name);
// A title is one line, and Enter in a heading of a table goes to its first row.
const canSplit = (line: Line): boolean => !isIn(line, 'tableHeading') && !isIn(line, 'expandableTitle');
const canFormat = (line: Line): boolean => !isIn(line, 'tableHeading') && !isIn(line, 'code');

/** The lines with some of them replaced. */
const replaced = (lines: readonly Line[], at: number, count: number, ...texts: readonly string[]): Model =>
  lines
    .map(({ text }) => text)
    .toSpliced(at, count, ...texts)
    .filter(Boolean);

/** The lines after two blocks at the top have changed places. */
const swapped = (lines: readonly Line[], top: number): Model => {
  const of = (index: number) => lines.filter((line) => line.top === index);
  const others = (isBefore: boolean) =>
    lines.filter((line) => (isBefore ? line.top < top : line.top > top + 1));
  return modelOf([...others(true), ...of(top + 1), ...of(top), ...others(false)]);
};

const pickLine = (
  lines: readonly Line[],
  random: Random,
  fits: (line: Line, at: number) => boolean,
): number | undefined => {
  const found = lines.flatMap((line, at) => (fits(line, at) ? [at] : []));
  return found.length === 0 ? undefined : random.pick(found);
};

/** The index of a line with words that fits. */
const any = (
  lines: readonly Line[],
  random: Random,
  fits: (line: Line, at: number) => boolean = () => true,
): number | undefined => pickLine(lines, random, (line, at) => line.text !== '' && fits(line, at));

const type: Choose = ({ lines }, random) => {
  const at = any(lines, random);
  if (at === undefined) return undefined;
  const { text, start } = lines[at]!;
  const [word, offset] = [wordOf(random), random.below(text.length + 1)];
  return {
    name: `type ${word} into line ${at} at ${offset}`,
    run: async ({ select, type: write }) => {
      await select(start + offset);
      await write(word);
    },
    after: replaced(lines, at, 1, text.slice(0, offset) + word + text.slice(offset)),
  };
};

const typeOnEmptyLine: Choose = ({ lines }, random) => {
  const at = pickLine(lines, random, ({ text, around }) => text === '' && around[0] === 'paragraph');
  if (at === undefined) return undefined;
  const word = wordOf(random);
  return {
    name: `type ${word} on the empty line ${at}`,
    run: async ({ select, type: write }) => {
      await select(lines[at]!.start);
      await write(word);
    },
    after: replaced(lines, at, 1, word),
  };
};

const typeOver: Choose = ({ lines }, random) => {
  const at = any(lines, random);
  if (at === undefined) return undefined;
  const { text, start } = lines[at]!;
  const from = random.below(text.length);
  const to = from + 1 + random.below(text.length - from);
  const word = random.chance(0.5) ? wordOf(random) : '';
  return {
    name: `replace ${from} to ${to} of line ${at} by "${word}"`,
    run: async ({ select, press, type: write }) => {
      await select(start + from, start + to);
      if (word === '') await press('Backspace');
      else await write(word);
    },
    after: replaced(lines, at, 1, text.slice(0, from) + word + text.slice(to)),
  };
};

/** Deletes from one line to another, with everything between them. */
const deleteAcross: Choose = ({ lines }, random) => {
  const first = any(lines, random, isPlain);
  const last =
    first === undefined ? undefined : any(lines, random, (line, at) => at > first && isPlain(line));
  if (first === undefined || last === undefined || last - first > 8) return undefined;
  const [from, to] = [lines[first]!, lines[last]!];
  const [start, end] = [random.below(from.text.length + 1), random.below(to.text.length + 1)];
  return {
    name: `delete from ${start} of line ${first} to ${end} of line ${last}`,
    run: async ({ select, press }) => {
      await select(from.start + start, to.start + end);
      await press('Backspace');
    },
    after: replaced(lines, first, last - first + 1, from.text.slice(0, start) + to.text.slice(end)),
  };
};

const split: Choose = ({ lines }, random) => {
  const at = any(lines, random, canSplit);
  if (at === undefined) return undefined;
  const { text, start, around } = lines[at]!;
  const offset = random.below(text.length + 1);
  const [before, after] = [text.slice(0, offset), text.slice(offset)];
  return {
    name: `split line ${at} at ${offset}`,
    run: async ({ select, press }) => {
      await select(start + offset);
      await press('Enter');
    },
    after:
      around[0] === 'code'
        ? replaced(lines, at, 1, `${before}\n${after}`)
        : replaced(lines, at, 1, before, after),
  };
};

const breakLine: Choose = ({ lines }, random) => {
  const at = any(lines, random, (line) => canFormat(line) && canSplit(line));
  if (at === undefined) return undefined;
  const { text, start } = lines[at]!;
  const offset = random.below(text.length + 1);
  return {
    name: `break line ${at} at ${offset}`,
    run: async ({ select, press }) => {
      await select(start + offset);
      await press('Shift+Enter');
    },
    after: replaced(lines, at, 1, `${text.slice(0, offset)}\n${text.slice(offset)}`),
  };
};

const join: Choose = ({ lines }, random) => {
  const at = any(lines, random, (line, index) => {
    const before = lines[index - 1];
    return isPlain(line) && before !== undefined && isPlain(before) && before.top === line.top - 1;
  });
  if (at === undefined) return undefined;
  const { text, start } = lines[at]!;
  return {
    name: `join line ${at} with the one before it`,
    run: async ({ select, press }) => {
      await select(start);
      await press('Backspace');
    },
    after: replaced(lines, at - 1, 2, lines[at - 1]!.text + text),
  };
};

const format: Choose = ({ lines }, random) => {
  const at = any(lines, random, canFormat);
  if (at === undefined) return undefined;
  const { text, start } = lines[at]!;
  const from = random.below(text.length);
  const to = from + 1 + random.below(text.length - from);
  const key = random.pick(['Control+b', 'Control+i', 'Control+e']);
  return {
    name: `${key} on ${from} to ${to} of line ${at}`,
    run: async ({ select, press }) => {
      await select(start + from, start + to);
      await press(key);
    },
    after: modelOf(lines),
  };
};

/** Content of the clipboard, and the lines that it becomes. */
const CLIPS: readonly ((word: string) => {
  readonly type: string;
  readonly text: string;
  readonly lines: Model;
})[] = [
  (word) => ({
    type: 'text/plain',
    text: `${word} a\n\n${word} b\n`,
    lines: [`${word} a`, `${word} b`],
  }),
  (word) => ({
    type: 'text/plain',
    text: `## ${word}\n\n* ${word} a\n* ${word} b`,
    lines: [word, `${word} a`, `${word} b`],
  }),
  (word) => ({
    type: 'text/plain',
    text: `{% hint style="danger" %}\n${word}\n{% endhint %}\n`,
    lines: [word],
  }),
  (word) => ({
    type: 'text/plain',
    text: `| ${word} |\n| --- |\n| ${word} x |\n`,
    lines: [word, `${word} x`],
  }),
  (word) => ({
    type: 'text/html',
    text: `<h2>${word}</h2><p>${word} <b>bold</b></p><ul><li>${word}</li></ul>`,
    lines: [word, `${word} bold`, word],
  }),
];

const pasteOf =
  (isHtml: boolean): Choose =>
  ({ lines }, random) => {
    const at = any(lines, random, isPlain);
    if (at === undefined) return undefined;
    const { text, start } = lines[at]!;
    const clips = CLIPS.map((clip) => clip(wordOf(random)));
    const clip = random.pick(clips.filter((each) => (each.type === 'text/html') === isHtml));
    return {
      name: `paste ${JSON.stringify(clip.text)} after line ${at}`,
      run: async ({ select, paste }) => {
        await select(start + text.length);
        await paste(clip.type, clip.text);
      },
      after: replaced(lines, at, 1, text, ...clip.lines),
    };
  };

const move: Choose = ({ lines, json }, random) => {
  const at = any(lines, random, (line) => !isIn(line, 'table'));
  if (at === undefined) return undefined;
  const { top, start } = lines[at]!;
  const isDown = random.chance(0.5);
  const other = top + (isDown ? 1 : -1);
  if (other < 0 || other >= (json.content?.length ?? 0)) return undefined;
  return {
    name: `move block ${top} ${isDown ? 'down' : 'up'}`,
    run: async ({ select, press }) => {
      await select(start);
      await press(isDown ? 'Alt+ArrowDown' : 'Alt+ArrowUp');
    },
    after: swapped(lines, Math.min(top, other)),
  };
};

/** A key at the start of some line that changes blocks but no words. */
const keyAtStart =
  (keys: readonly string[], fits: (line: Line) => boolean): Choose =>
  ({ lines }, random) => {
    const at = pickLine(lines, random, fits);
    if (at === undefined) return undefined;
    const key = random.pick(keys);
    return {
      name: `${key} at the start of line ${at}`,
      run: async ({ select, press }) => {
        await select(lines[at]!.start);
        await press(key);
      },
      after: modelOf(lines),
    };
  };

const isFirstOfItem = ({ text, around, index }: Line): boolean =>
  text !== '' && around[1] === 'listItem' && index === 0;
const indent = keyAtStart(['Tab', 'Shift+Tab', 'Backspace'], isFirstOfItem);
const resize = keyAtStart(
  ['Control+Alt+0', 'Control+Alt+1', 'Control+Alt+2', 'Control+Alt+3'],
  ({ text, around }) => text !== '' && /^(?:paragraph|heading\d)$/.test(around[0]!),
);
const reset = keyAtStart(['Backspace'], ({ around }) => around[0]!.startsWith('heading'));
const removeEmptyLine = keyAtStart(
  ['Backspace'],
  ({ text, around }) => text === '' && around[0] === 'paragraph',
);
const newRow = keyAtStart(['Control+Enter', 'Tab'], (line) => isIn(line, 'table'));

/** Characters that turn a paragraph into another block. */
const shortcut: Choose = ({ lines }, random) => {
  const at = any(lines, random, (line) => isPlain(line) && !line.isCode);
  if (at === undefined) return undefined;
  const characters = random.pick(['# ', '## ', '* ', '1. ', '> ', '[ ] ']);
  return {
    name: `type "${characters}" at the start of line ${at}`,
    run: async ({ select, type: write }) => {
      await select(lines[at]!.start);
      await write(characters);
    },
    after: modelOf(lines),
  };
};

const insertBlock: Choose = ({ lines }, random) => {
  const at = any(lines, random, isPlain);
  if (at === undefined) return undefined;
  const { text, start } = lines[at]!;
  const [words, title] = random.pick([
    ['quote', 'Quote'],
    ['hint war', 'Hint: warning'],
    ['bullet', 'Bulleted list'],
    ['heading 2', 'Heading 2'],
  ] as const);
  const word = wordOf(random);
  return {
    name: `insert ${title} after line ${at} with ${word}`,
    run: async ({ select, press, insert, type: write }) => {
      await select(start + text.length);
      await press('Enter');
      await insert(words, title);
      await write(word);
    },
    after: replaced(lines, at, 1, text, word),
  };
};

// Blocks that words move into or out of, or that they join.
const OPEN = /^(?:paragraph|heading\d|code|blockquote|hint|if|list\w+)$/;
const isListed = ({ around }: Line): boolean =>
  around[0] !== 'code' && around.slice(1).every((name) => name.startsWith('list'));

/** A line of the page next to a block with these names. */
const besides = (
  { lines, json }: Look,
  random: Random,
  side: -1 | 1,
  fits: (name: string, line: Line) => boolean,
): number | undefined =>
  pickLine(lines, random, (line) => {
    const name = json.content?.[line.top + side]?.type;
    return isPlain(line) && name !== undefined && fits(name, line);
  });

/** Backspace or Delete next to a block that words cannot join: they stay, and an empty line goes. */
const eraseAtBorder: Choose = (look, random) => {
  const { lines } = look;
  const isBack = random.chance(0.7);
  const at = besides(look, random, isBack ? -1 : 1, (name) => !OPEN.test(name));
  if (at === undefined) return undefined;
  const { start, text } = lines[at]!;
  const word = text !== '' && isBack && random.chance(0.5) ? wordOf(random) : '';
  return {
    name: `${isBack ? 'Backspace' : 'Delete'} at the border of line ${at}, then "${word}"`,
    run: async ({ select, press, type: write }) => {
      await select(isBack ? start : start + text.length);
      await press(isBack ? 'Backspace' : 'Delete');
      await write(word);
    },
    // The block is selected: what is typed goes below it.
    after: replaced(lines, at, 1, word, text),
  };
};

/** Words below a list join its last line. */
const joinList: Choose = (look, random) => {
  const { lines } = look;
  const at = besides(
    look,
    random,
    -1,
    (name, line) => name.startsWith('list') && line.text !== '' && isListed(lines[lines.indexOf(line) - 1]!),
  );
  if (at === undefined) return undefined;
  return {
    name: `join line ${at} with the list above it`,
    run: async ({ select, press }) => {
      await select(lines[at]!.start);
      await press('Backspace');
    },
    after: replaced(lines, at - 1, 2, lines[at - 1]!.text + lines[at]!.text),
  };
};

const CHOICES: readonly Choose[] = [
  type,
  type,
  type,
  typeOnEmptyLine,
  typeOver,
  deleteAcross,
  split,
  split,
  breakLine,
  join,
  joinList,
  eraseAtBorder,
  eraseAtBorder,
  format,
  pasteOf(false),
  move,
  indent,
  indent,
  resize,
  reset,
  removeEmptyLine,
  newRow,
  shortcut,
  insertBlock,
];

const pasteHtml = pasteOf(true);

/** A random change of what an editor shows; HTML is read by browsers alone. */
export const randomStep = (look: Look, random: Random, hasHtml: boolean): Step | undefined =>
  random.pick(hasHtml ? [...CHOICES, pasteHtml] : CHOICES)(look, random);
