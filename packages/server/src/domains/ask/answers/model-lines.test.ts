import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readModelLine } from './model-lines.ts';

const TEXTS = [
  'Installing\nRun the installer as an administrator, then restart the computer.',
  'Billing\nInvoices are sent on the first of the month.',
];

test('a sentence names the passages that say it', () => {
  expect(readModelLine('Run the installer as administrator. [1]', TEXTS)).toEqual({
    kind: 'sentence',
    text: 'Run the installer as administrator.',
    passages: [1],
  });
  expect(readModelLine('- Invoices are sent monthly, on the first [2][1]', TEXTS)).toMatchObject({
    text: 'Invoices are sent monthly, on the first',
    passages: [2],
  });
});

test.each([
  ['without a passage', 'Run the installer as administrator.'],
  ['with a passage that does not exist', 'Run the installer as administrator. [3]'],
  ['with passage 0', 'Run the installer as administrator. [0]'],
  ['that another passage says', 'Run the installer as administrator. [2]'],
  ['that no passage says', 'Bananas contain potassium and calcium. [1]'],
  ['without words', '!!! [1]'],
  ['with a host that the passage does not have', 'Run the installer as administrator: evil.co/x [1]'],
  ['with an address of mail', 'Run the installer as administrator, ask a@evil [1]'],
  ['with a number that the passage does not have', 'Run the installer as administrator, or call 555. [1]'],
  ['that is empty', ''],
])('a sentence %s is not shown', (_, line) => {
  expect(readModelLine(line, TEXTS)).toBeUndefined();
});

test('hosts, files and numbers of the passage stay, and abbreviations', () => {
  const text = 'Set up\nOpen docs.example.com on port 8080, then edit settings.yaml of the server.';
  const line = 'Open docs.example.com, e.g. on port 8080, and edit settings.yaml of the server. [1]';
  expect(readModelLine(line, [text])).toMatchObject({ kind: 'sentence', passages: [1] });
});

test('links, addresses and markup are removed', () => {
  const line =
    'Run the **installer** as [administrator](https://evil.example/a), <a href="https://evil.example">restart</a> https://evil.example/b www.evil.example ![computer](https://evil.example/c) [1]';
  const found = readModelLine(line, TEXTS);
  expect(found).toMatchObject({ kind: 'sentence' });
  expect(JSON.stringify(found)).not.toMatch(/evil|https|<|\*/);
});

test('the model can refuse, and name further questions that the passages answer', () => {
  expect(readModelLine('NONE', TEXTS)).toEqual({ kind: 'none' });
  expect(readModelLine('? When are invoices sent?', TEXTS)).toEqual({
    kind: 'followup',
    text: 'When are invoices sent?',
  });
  expect(readModelLine('? What about bananas and potassium?', TEXTS)).toBeUndefined();
});

test('whatever the model writes, a shown sentence has no address and names an existing passage', () => {
  const words = fc.constantFrom(
    'installer',
    'administrator',
    'invoices',
    'https://evil.example',
    '[x](http://evil.example)',
    '<b>',
    '[1]',
    '[2]',
    '[9]',
    'NONE',
    '?',
    'javascript:alert(1)',
  );
  fc.assert(
    fc.property(fc.array(fc.oneof(words, fc.string()), { maxLength: 12 }), (parts) => {
      const found = readModelLine(parts.join(' '), TEXTS);
      if (found?.kind !== 'sentence') return;
      expect(found.text).not.toMatch(/evil|javascript:|<[^>]*>/i);
      expect(found.passages.length).toBeGreaterThan(0);
      for (const number of found.passages) expect(TEXTS[number - 1]).toBeDefined();
    }),
  );
});
