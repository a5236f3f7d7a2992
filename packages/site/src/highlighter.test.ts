import { beforeAll, describe, expect, test } from 'vitest';
import { createHighlighter } from './all-languages.ts';
import type { Highlighter } from './highlighter.ts';

let highlighter: Highlighter;

beforeAll(async () => {
  highlighter = await createHighlighter();
});

describe('code that is not a program has colors', () => {
  const shell = '$ npm start\nReady\n';
  const ofShell = [
    ['punctuation', '$ '],
    ['function', 'npm start'],
    ['comment', 'Ready'],
  ];
  test.each([
    [
      'diff',
      '--- a\n+++ b\n@@ -1 +1 @@\n-old\n+new\n same',
      [
        ['keyword', '--- a'],
        ['string', '+++ b'],
        ['function', '@@ -1 +1 @@'],
        ['keyword', '-old'],
        ['string', '+new'],
      ],
    ],
    [
      'markdown',
      '# Title\n\nWords **b**\n\n> q',
      [
        ['keyword', '# Title'],
        ['constant', '**b**'],
        ['comment', '> q'],
      ],
    ],
    ['shellsession', shell, ofShell],
    ['console', shell, ofShell],
    ['shell-session', shell, ofShell],
    [
      'dotenv',
      '# c\nA=b',
      [
        ['comment', '# c'],
        ['parameter', 'A'],
        ['keyword', '='],
        ['string', 'b'],
      ],
    ],
    [
      'env',
      'A=',
      [
        ['parameter', 'A'],
        ['keyword', '='],
      ],
    ],
  ])('%s', async (syntax, code, expected) => {
    await highlighter.load([syntax]);
    const tokens = highlighter.highlight(code, syntax)!.flat();
    expect(tokens.flatMap(({ kind, text }) => (kind ? [[kind, text]] : []))).toEqual(expected);
  });
});
