import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseMarkdown } from '../markdown/parse.ts';
import { createRandom, law } from '../testing/random.ts';
import { createForeignEngine, scripts } from './foreign.testing.ts';
import { hasSamePlaceholders } from './placeholders.ts';
import { structureOf } from './structure.ts';
import { translate } from './upper-case.testing.ts';

/** What stands between the words of a line, and must be there in every language. */
const things = [
  '`npm run`',
  '<code class="expression">space.vars.version</code>',
  ':dog:',
  '👍',
  '![a picture](/files/f1)',
  '<img src="/files/f2" alt="an icon" data-size="line">',
  '<i class="fa-leaf">:leaf:</i>',
  '$$x^2$$',
  '[the guide](/pages/abc)',
  '[`code` of it](https://x.y/z)',
  '[**bold** guide](/pages/abc#here "a title")',
  '**bold**',
  '**bold *and slanted* words**',
  '_slanted_',
  '~~gone~~',
  '***both***',
  '**[linked](/pages/abc) bold**',
  '<mark style="color:red;">red **and bold**</mark>',
  '<https://example.com/a>',
  'a@example.com',
  '&amp; more',
];
const line = fc
  .array(fc.oneof(fc.constantFrom(...things), fc.constantFrom('some', 'words', 'here,')), {
    minLength: 1,
    maxLength: 7,
  })
  .map((parts) => `Begin ${parts.join(' ')} end`);

/** The places where lines stand. */
const places: readonly ((text: string) => string)[] = [
  (text) => text,
  (text) => `## ${text}`,
  (text) => `- ${text}\n  - ${text}`,
  (text) => `1. ${text}`,
  (text) => `> ${text}`,
  (text) => `| ${text} | b |\n| --- | --- |\n| c | ${text} |`,
  (text) => `{% hint style="info" %}\n${text}\n{% endhint %}`,
  (text) => `{% tabs %}\n{% tab title="One" %}\n${text}\n{% endtab %}\n{% endtabs %}`,
  (text) => `<details>\n\n<summary>More</summary>\n\n${text}\n\n</details>`,
];
const page = fc
  .array(fc.tuple(fc.constantFrom(...places), line), { minLength: 1, maxLength: 4 })
  .map((blocks) => `${blocks.map(([place, text]) => place(text)).join('\n\n')}\n`);

describe.each(Object.keys(scripts))('pages in another script and word order: %s', (script) => {
  test('have the same structure, and every line is translated', () => {
    law(
      fc.tuple(page, fc.integer()),
      ([markdown, seed]) => {
        const engine = createForeignEngine(createRandom(seed), script);
        const answers: string[] = [];
        const { markdown: made, untranslated } = translate(markdown, (text) => {
          const answer = engine(text);
          expect([text, answer, hasSamePlaceholders(text, answer)]).toEqual([text, answer, true]);
          answers.push(answer);
          return answer;
        });
        expect(structureOf(parseMarkdown(made))).toBe(structureOf(parseMarkdown(markdown)));
        expect({ untranslated, ...(untranslated.length > 0 && { markdown, answers }) }).toEqual({
          untranslated: [],
        });
      },
      80,
    );
  });
});
