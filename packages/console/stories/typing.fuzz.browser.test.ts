import { type Document, parseMarkdown, printMarkdown } from '@lectern/document';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isDeep, runs } from '../../document/src/testing/deep.ts';
import { createRandom, type Random } from '../../document/src/testing/random.ts';
import { CHROMIUM } from '../../site/src/testing/browser.ts';
import { toDocument } from '../src/editor/document.ts';
import { type Line, type Look, lookAt, select } from './editor-look.testing.ts';
import { paste, startWriting, type Writing } from './writer.testing.ts';

// FUZZ_RUNS sets the number of pages; FUZZ_SEED repeats a run that failed.
const RUNS = Number(process.env.FUZZ_RUNS ?? runs(20, 2));
const SEED = Number(process.env.FUZZ_SEED ?? (isDeep ? Date.now() % 1_000_000 : 1));
const STEPS = 20;

const START = `Alpha beta gamma delta.

## Heading words

* one item
* two items
  * deep item

1. first step
2. second step

{% hint style="info" %}
Be **careful** with [links here](https://example.com/).
{% endhint %}

Middle words of the page.

Second line of the middle.

{% tabs %}
{% tab title="npm" %}
Install it now.
{% endtab %}

{% tab title="yarn" %}
Add it now.
{% endtab %}
{% endtabs %}

| Name | Use |
| --- | --- |
| alpha | first cell |
| beta | second cell |

\`\`\`js
const answer = 42;
return answer;
\`\`\`

> A quote with words.

<details>

<summary>A question</summary>

An answer to it.

</details>

Last words of all.
`;

/** The lines of a page, without empty ones: what the editor must have after every step. */
type Model = readonly string[];

interface Step {
  readonly name: string;
  readonly run: (page: Page) => Promise<void>;
  readonly after: Model;
}

const LETTERS = [...'abcdefghijklmnopqrstuvwxyz'];
const wordOf = (random: Random): string =>
  Array.from({ length: 3 + random.below(5) }, () => random.pick(LETTERS)).join('');

const modelOf = (lines: readonly Line[]): Model => lines.map(({ text }) => text).filter(Boolean);
const documentOf = ({ json }: Look): Document => toDocument(json);
const press =
  (...keys: readonly string[]) =>
  async (page: Page) => {
    for (const key of keys) await page.keyboard.press(key);
  };

const isPlain = ({ around }: Line): boolean => around.length === 1 && around[0] === 'paragraph';
const isIn = ({ around }: Line, name: string): boolean => around.includes(name);
// A title is one line, and Enter in a heading of a table goes to its first row.
const canSplit = (line: Line): boolean => !isIn(line, 'tableHeading') && !isIn(line, 'expandableTitle');

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

type Choose = (look: Look, random: Random) => Step | undefined;

const any = (lines: readonly Line[], random: Random, fits: (line: Line) => boolean): number | undefined => {
  const found = lines.flatMap((line, at) => (line.text !== '' && fits(line) ? [at] : []));
  return found.length === 0 ? undefined : random.pick(found);
};

const type: Choose = ({ lines }, random) => {
  const at = any(lines, random, () => true)!;
  const { text, start } = lines[at]!;
  const [word, offset] = [wordOf(random), random.below(text.length + 1)];
  return {
    name: `type ${word} into line ${at} at ${offset}`,
    run: async (page) => {
      await select(page, start + offset);
      await page.keyboard.type(word);
    },
    after: replaced(lines, at, 1, text.slice(0, offset) + word + text.slice(offset)),
  };
};

const typeOver: Choose = ({ lines }, random) => {
  const at = any(lines, random, () => true)!;
  const { text, start } = lines[at]!;
  const from = random.below(text.length);
  const to = from + 1 + random.below(text.length - from);
  const word = random.chance(0.5) ? wordOf(random) : '';
  return {
    name: `replace ${from} to ${to} of line ${at} by "${word}"`,
    run: async (page) => {
      await select(page, start + from, start + to);
      if (word === '') await page.keyboard.press('Backspace');
      else await page.keyboard.type(word);
    },
    after: replaced(lines, at, 1, text.slice(0, from) + word + text.slice(to)),
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
    run: async (page) => {
      await select(page, start + offset);
      await page.keyboard.press('Enter');
    },
    after:
      around[0] === 'code'
        ? replaced(lines, at, 1, `${before}\n${after}`)
        : replaced(lines, at, 1, before, after),
  };
};

const join: Choose = ({ lines }, random) => {
  const at = any(lines, random, (line) => {
    const before = lines[lines.indexOf(line) - 1];
    return isPlain(line) && before !== undefined && isPlain(before);
  });
  if (at === undefined) return undefined;
  const { text, start } = lines[at]!;
  return {
    name: `join line ${at} with the one before it`,
    run: async (page) => {
      await select(page, start);
      await page.keyboard.press('Backspace');
    },
    after: replaced(lines, at - 1, 2, lines[at - 1]!.text + text),
  };
};

const format: Choose = ({ lines }, random) => {
  const at = any(lines, random, (line) => !isIn(line, 'tableHeading') && !isIn(line, 'code'))!;
  const { text, start } = lines[at]!;
  const from = random.below(text.length);
  const to = from + 1 + random.below(text.length - from);
  const key = random.pick(['Control+b', 'Control+i', 'Control+e']);
  return {
    name: `${key} on ${from} to ${to} of line ${at}`,
    run: async (page) => {
      await select(page, start + from, start + to);
      await page.keyboard.press(key);
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

const pasteBlocks: Choose = ({ lines }, random) => {
  const at = any(lines, random, isPlain);
  if (at === undefined) return undefined;
  const { text, start } = lines[at]!;
  const clip = random.pick(CLIPS)(wordOf(random));
  return {
    name: `paste ${JSON.stringify(clip.text)} after line ${at}`,
    run: async (page) => {
      await select(page, start + text.length);
      await paste(page.locator('.ProseMirror'), clip.type, clip.text);
    },
    after: replaced(lines, at, 1, text, ...clip.lines),
  };
};

const move: Choose = ({ lines, json }, random) => {
  const at = any(lines, random, (line) => !isIn(line, 'table'))!;
  const { top, start } = lines[at]!;
  const isDown = random.chance(0.5);
  const other = top + (isDown ? 1 : -1);
  if (other < 0 || other >= (json.content?.length ?? 0)) return undefined;
  return {
    name: `move block ${top} ${isDown ? 'down' : 'up'}`,
    run: async (page) => {
      await select(page, start);
      await page.keyboard.press(isDown ? 'Alt+ArrowDown' : 'Alt+ArrowUp');
    },
    after: swapped(lines, Math.min(top, other)),
  };
};

const indent: Choose = ({ lines }, random) => {
  const at = any(lines, random, (line) => line.around[1] === 'listItem' && line.index === 0);
  if (at === undefined) return undefined;
  const key = random.pick(['Tab', 'Shift+Tab']);
  return {
    name: `${key} in line ${at}`,
    run: async (page) => {
      await select(page, lines[at]!.start);
      await page.keyboard.press(key);
    },
    after: modelOf(lines),
  };
};

const slash: Choose = ({ lines }, random) => {
  const at = any(lines, random, isPlain);
  if (at === undefined) return undefined;
  const { text, start } = lines[at]!;
  const [words, name] = random.pick([
    ['quote', 'Quote'],
    ['hint war', 'Hint: warning'],
    ['bullet', 'Bulleted list'],
    ['heading 2', 'Heading 2'],
  ] as const);
  const word = wordOf(random);
  return {
    name: `insert ${name} after line ${at} with ${word}`,
    run: async (page) => {
      await select(page, start + text.length);
      await page.keyboard.press('Enter');
      await page.keyboard.type(`/${words}`);
      await page.getByRole('option', { name, exact: true }).waitFor();
      await page.keyboard.press('Enter');
      await page.keyboard.type(word);
    },
    after: replaced(lines, at, 1, text, word),
  };
};

const CHOICES: readonly Choose[] = [
  type,
  type,
  type,
  typeOver,
  split,
  split,
  join,
  format,
  pasteBlocks,
  move,
  indent,
  slash,
];

describe.skipIf(!CHROMIUM)('random typing, pasting, moving, undoing and saving', () => {
  let writing: Writing;
  beforeAll(async () => {
    writing = await startWriting();
  });
  afterAll(async () => {
    await writing?.close();
  });

  test('leaves what was meant in the editor, on the server and after a reload; undone, it is the start', async () => {
    const { context, page, errors } = await writing.signIn();
    for (let seed = SEED; seed < SEED + RUNS; seed++) {
      const random = createRandom(seed);
      const place = await writing.newPage(START);
      const start = await writing.markdownOf(place);
      const editor = await writing.open(page, place);
      const names = [`FUZZ_SEED=${seed}`];
      const said = () => names.join('\n');
      let look = await lookAt(page);
      const first = documentOf(look);
      // What the editor had at each depth of its history: keys that follow each other quickly are one change.
      const states = new Map([[look.undo, first]]);
      const expectStored = (markdown = printMarkdown(parseMarkdown(printMarkdown(documentOf(look))))) =>
        expect.poll(() => writing.markdownOf(place), { message: said(), timeout: 30_000 }).toBe(markdown);
      const travel = async (key: 'undo' | 'redo') => {
        names.push(key);
        await press(key === 'undo' ? 'Control+z' : 'Control+y')(page);
        look = await lookAt(page);
        const known = states.get(look.undo);
        if (known) expect(documentOf(look), said()).toEqual(known);
        else states.set(look.undo, documentOf(look));
      };
      for (let count = 0; count < STEPS; count++) {
        const dice = random.below(10);
        if (dice === 0 && look.undo > 0) await travel('undo');
        else if (dice === 1 && look.redo > 0) await travel('redo');
        else {
          const step = random.pick(CHOICES)(look, random);
          if (!step) continue;
          names.push(step.name);
          await step.run(page);
          look = await lookAt(page);
          expect(modelOf(look.lines), said()).toEqual(step.after);
          for (const depth of states.keys()) if (depth > look.undo) states.delete(depth);
          states.set(look.undo, documentOf(look));
        }
        if (count % 10 === 9) await expectStored();
      }
      const last = documentOf(look);
      while (look.undo > 0) await travel('undo');
      expect(documentOf(look), said()).toEqual(first);
      await expectStored(start);
      while (look.redo > 0) await travel('redo');
      expect(documentOf(look), said()).toEqual(last);
      await expectStored();
      const stored = await writing.markdownOf(place);
      await page.reload();
      await editor.waitFor();
      look = await lookAt(page);
      expect(printMarkdown(documentOf(look)), said()).toBe(stored);
      expect(await writing.markdownOf(place), said()).toBe(stored);
    }
    expect(errors).toEqual([]);
    await context.close();
  });
});
