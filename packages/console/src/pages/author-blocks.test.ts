import { parseMarkdown } from '@lectern/document';
import { expect, test } from 'vitest';
import { renderDocument } from './render-document.ts';

const shown = (markdown: string): string =>
  renderDocument(parseMarkdown(markdown), {
    language: 'en',
    hrefOf: () => undefined,
    fileOf: () => undefined,
  });

test('a condition shows its content to authors, with a mark that says the condition', () => {
  const html = shown('{% if visitor.claims.plan == "pro" %}\nFor **professionals**.\n{% endif %}');
  expect(html).toContain('Shown if <code>visitor.claims.plan == &quot;pro&quot;</code>');
  expect(html).toContain('<strong>professionals</strong>');
  expect(shown('{% if %}\nFor *some*.\n{% endif %}')).toContain('Shown to nobody: the condition is empty');
});

test('a block of an integration shows its name and its properties, and nothing runs', () => {
  const html = shown('{% @figma/embed url="https://figma.com/x" note="<script>" %}');
  expect(html).toContain('<code>@figma/embed</code>');
  expect(html).toContain('<a href="https://figma.com/x" rel="noreferrer">https://figma.com/x</a>');
  expect(html).toContain('&lt;script&gt;');
  expect(shown('{% @figma/embed url="javascript:alert(1)" %}')).not.toContain('href=');
});

test('a reusable content that is missing does not vanish', () => {
  expect(shown('{% include "/reusable-contents/none" %}')).toContain('not available here');
});
