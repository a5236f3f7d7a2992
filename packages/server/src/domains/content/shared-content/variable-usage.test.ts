import { expect, test } from 'vitest';
import { variablesIn } from './variable-usage.ts';

test('variables of the space are found in expressions and conditions', () => {
  const text = `Version <code class="expression">space.vars.version</code>, <code class="expression">space.vars.my\\_name</code>
{% if space?.vars["plan"] == "pro" && page.vars.other %}
space.vars.constructor.name`;
  expect([...variablesIn(text)]).toEqual(['version', 'my_name', 'plan', 'constructor']);
});

test('words that only look like it are none', () => {
  expect([...variablesIn('aspace.vars.x page.vars.y space.vars.')]).toEqual([]);
});
