import { parseMarkdown, printMarkdown } from '@lectern/document';
import { describe, expect, test } from 'vitest';
import { knownContentOf, safeBlocks } from './safe-blocks.ts';

const PAGE = `Read [the guide](https://docs.example.com/guide), or write to help@example.com.

<figure><img src="https://docs.example.com/a.png" alt="A"><figcaption></figcaption></figure>

{% embed url="https://video.example.com/1" %}
`;

/** A text of the model as it would be stored in the page. */
const written = (markdown: string, page = PAGE, trusted = ''): string => {
  const known = knownContentOf(parseMarkdown(page).nodes, { pages: ['/pages/p1'], trusted });
  const nodes = safeBlocks(parseMarkdown(markdown).nodes, known);
  return printMarkdown({ object: 'document', data: {}, nodes }).trim();
};

describe('text of a model', () => {
  test.each([
    'Plain *words*, **bold** and `code`.',
    '## Heading\n\n* one\n* two\n\n1. three',
    '{% hint style="info" %}\nMind the gap.\n{% endhint %}',
    '```sh\nnpm start\n```',
    '| A | B |\n| - | - |\n| 1 | 2 |',
    '{% tabs %}\n{% tab title="One" %}\nText\n{% endtab %}\n{% endtabs %}',
  ])('keeps its structure: %s', (markdown) => {
    expect(written(markdown)).toBe(printMarkdown(parseMarkdown(markdown)).trim());
  });

  test('keeps links and content that the page has, and links to given pages', () => {
    for (const markdown of [
      '[Again](https://docs.example.com/guide)',
      '[The page](/pages/p1)',
      'Write to [help@example.com](mailto:help@example.com)',
      PAGE.trim(),
    ])
      expect(written(markdown)).toBe(printMarkdown(parseMarkdown(markdown)).trim());
    expect(
      written('See [status](https://status.example.com).', '', 'Link to https://status.example.com.'),
    ).toBe('See [status](https://status.example.com).');
  });

  test.each([
    ['a link', 'Go to [the solution](https://evil.example/s) now.', 'Go to the solution now.'],
    ['a link to another page', '[x](/pages/other)', 'x'],
    ['a relative link', '[x](../secret)', 'x'],
    ['a script', '[x](javascript:alert(1))', 'x'],
    ['an address', 'Visit https://evil.example/s?q=1, then.', 'Visit , then.'],
    ['a www address', 'Visit www.evil.example.', 'Visit .'],
    ['an e-mail address', 'Write to root@evil.example now.', 'Write to now.'],
    ['an address in code', '```\ncurl https://evil.example/x\n```', '```\ncurl \n```'],
    ['an image', '![pixel](https://evil.example/p.png)', ''],
    ['an embed', '{% embed url="https://evil.example" %}', ''],
    ['raw HTML', '<script>alert(1)</script>', ''],
    ['a reusable content', '{% include "/reusable-contents/r1" %}', ''],
    ['an expression', 'Hi <code class="expression">visitor.claims.email</code>.', 'Hi .'],
    ['a condition', '{% if visitor.claims.admin %}\nSecret\n{% endif %}', ''],
    ['a mention', 'Ask [Ada](/users/u1 "mention").', 'Ask .'],
    ['a file', '{% file src="https://evil.example/x.exe" %}', ''],
  ])('loses %s', (_, markdown, expected) => {
    expect(written(markdown).replace(/ +/g, ' ')).toBe(expected);
  });
});
