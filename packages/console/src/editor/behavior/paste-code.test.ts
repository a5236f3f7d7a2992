import { parseMarkdown, printMarkdown } from '@lectern/document';
import { expect, test } from 'vitest';
import { createDocumentReader } from '../create-editor.ts';
import { createHeadlessEditor } from '../testing/headless-editor.ts';
import { looksLikeCode, pastedCode } from './paste-code.ts';

const clipboard = (data: Readonly<Record<string, string>>) => ({
  types: Object.keys(data),
  getData: (type: string) => data[type] ?? '',
});

test('lines from an editor of code are code in its language', () => {
  const copied = (mode: string, text = 'const a = 1;\r\n  b();\r\n') =>
    pastedCode(
      clipboard({
        'text/plain': text,
        'text/html': '<div><div>const a = 1;</div><div>  b();</div></div>',
        'vscode-editor-data': JSON.stringify({ version: 1, mode }),
      }),
    );
  expect(copied('javascript')).toEqual({ text: 'const a = 1;\n  b();', syntax: 'javascript' });
  expect(copied('shellscript')).toEqual({ text: 'const a = 1;\n  b();', syntax: 'bash' });
  // The indentation of the first line is part of it.
  expect(copied('python', '\n    a = 1\n    b()')).toEqual({ text: '    a = 1\n    b()', syntax: 'python' });
  expect(copied('markdown')).toBeUndefined();
  expect(copied('javascript', 'name')).toBeUndefined();
});

const CODE = [
  'function add(a, b) {\n  return a + b;\n}',
  'def add(a, b):\n    # Adds two numbers\n    return a + b\n\nprint(add(1, 2))',
  '{\n  "name": "lectern",\n  "private": true\n}',
  'import { a } from "b";\n\nexport const c = () => {\n  a();\n};',
  'for (int i = 0; i < 3; i++) {\n\tprintf("%d", i);\n}',
  'if [ -f x ]; then\n  y=1\n  run(y)\nfi',
  'SELECT *\nFROM pages\n  WHERE id = 1;',
];

test.each(CODE)('%j is code', (text) => {
  expect(looksLikeCode(text)).toBe(true);
});

test.each([
  'line one\n    indented\n\nfar',
  'Ann Example\n  12 Main Street\n  Springfield',
  '- a\n  - b\n  - c',
  '1. First\n   more words of it\n2. Second',
  'const a = 1;',
  'Words:\n\n```js\nlet a = 1;\n  b();\n```',
  '{% tabs %}\n  {% tab title="a" %}\n  x;\n  {% endtab %}\n{% endtabs %}',
  'Ann Example,\n  12 Main Street,\n  Springfield',
  'Dear all,\n\n  thank you for coming.\n  See you soon,\n\nAnn',
])('%j is no code', (text) => {
  expect(looksLikeCode(text)).toBe(false);
});

test('code as plain text becomes a block with its indentation, and writing continues at its end', async () => {
  const { editor, hands } = createHeadlessEditor(parseMarkdown('Start.\n\nEnd.'));
  await hands.select(7);
  await hands.press('Enter');
  await hands.paste('text/plain', CODE[0]!);
  await hands.type(' // ends');
  expect(printMarkdown(createDocumentReader(editor)())).toBe(
    'Start.\n\n```\nfunction add(a, b) {\n  return a + b;\n} // ends\n```\n\nEnd.\n',
  );
});
