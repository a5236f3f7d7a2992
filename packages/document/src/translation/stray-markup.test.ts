import { expect, test } from 'vitest';
import { withoutStrayMarkup } from './stray-markup.ts';

test.each([
  ['Plain words', '<b>Bloße</b> Wörter', 'Bloße Wörter'],
  ['Plain words', '<p class="a">Bloße Wörter</p>', 'Bloße Wörter'],
  ['Plain words', '&lt;b&gt;Bloße&lt;/b&gt; Wörter', 'Bloße Wörter'],
  ['Plain words', '&lt;i>Bloße&lt;/i> Wörter', 'Bloße Wörter'],
  ['Plain words', 'Bloße<br/>Wörter', 'Bloße Wörter'],
  ['Plain words', 'Bloße Wörter</x>', 'Bloße Wörter'],
  ['Plain words', '<x id="3">Bloße</x> Wörter', 'Bloße Wörter'],
  ['Plain words', '**Bloße** Wörter', 'Bloße Wörter'],
  ['Plain words', '***Bloße Wörter***', 'Bloße Wörter'],
  ['Plain words', '__Bloße__ _Wörter_', 'Bloße Wörter'],
  ['Plain words', '`Bloße` Wörter', 'Bloße Wörter'],
  ['A <x id="0">bold</x> word', 'Ein <em><x id="0">fettes</x></em> Wort', 'Ein <x id="0">fettes</x> Wort'],
])('removes what was not asked for: %s, %s', (sent, answer, text) =>
  expect(withoutStrayMarkup(sent, answer)).toBe(text),
);

test.each([
  ['A <x id="0">bold</x> word', 'Ein <x id="0">fettes</x> Wort'],
  ['Two &lt;b&gt; tags', 'Zwei &lt;b&gt; Tags'],
  ['if a &lt; b', 'wenn a < b'],
  ['3 * 4 is 12', '3 * 4 ist **12**'],
  ['five times four', '5 * 4 * 3'],
  ['a snake case name', 'ein snake_case_name'],
  ['Less than five', 'a < 5 und b > 3'],
  ['R&amp;D', 'F&amp;E'],
])('keeps what belongs to the text: %s', (sent, answer) =>
  expect(withoutStrayMarkup(sent, answer)).toBe(answer),
);
