import { parseMarkdown, printMarkdown } from '@lectern/document';
import { expect, test } from 'vitest';
import { renamedIn, renameVariable } from './rename-variable.ts';

test('a variable has its new name in expressions and conditions, and nowhere else', () => {
  const text = `Version <code class="expression">space.vars.version</code> of space.vars.version.

{% if space.vars.version > 4 && space.vars["version"] != space.vars.version_old && page.vars.version %}
Inside <code class="expression">space.vars.version + 1</code>.
{% endif %}
`;
  expect(
    printMarkdown(renameVariable(parseMarkdown(text), 'version', 'release')),
  ).toBe(`Version <code class="expression">space.vars.release</code> of space.vars.version.

{% if space.vars.release > 4 && space.vars["release"] != space.vars.version_old && page.vars.version %}
Inside <code class="expression">space.vars.release + 1</code>.
{% endif %}
`);
});

test('names that begin alike are others', () => {
  expect(renamedIn('space.vars.a + space.vars.ab + space?.vars?.a', 'a', 'b')).toBe(
    'space.vars.b + space.vars.ab + space?.vars?.b',
  );
});
