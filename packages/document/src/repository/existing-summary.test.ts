import { expect, test } from 'vitest';
import { keepLeftOut } from './index.ts';

const layout = { project: '', root: 'docs', readme: 'docs/README.md', summary: 'docs/SUMMARY.md' };
const files = ['docs/README.md', 'docs/guide/README.md', 'docs/guide/a.md', 'docs/b.md', 'docs/new.md'];

const EXISTING = `# Our book

<!-- keep this -->

Some text of the authors.

- [First of all](first.md)
- [Home](./)
- [Soon](soon.md)
  `.trimEnd();

test('a table of contents keeps its opening and the lines without a file', () => {
  const text = `${EXISTING}
- [Guide](guide "G")
    - [Missing](guide/missing.md)
    - [A](./guide/a.md)
    - [Also missing](guide/also.md "Also")

## Group

- [Coming](new.md)
- [Script](javascript:x)
- [Gone with its parent]()
- [B](b.md)
`;
  const printed = `# Table of contents

* [Home](README.md)
* [New](new.md)
* [Guide](guide/README.md)
  * [A](guide/a.md)

## Group

* [B](b.md)
`;
  const kept = `# Our book

<!-- keep this -->

Some text of the authors.

* [First of all](first.md)
* [Home](README.md)
* [Soon](soon.md)
* [New](new.md)
* [Guide](guide/README.md)
  * [Missing](guide/missing.md)
  * [A](guide/a.md)
  * [Also missing](guide/also.md "Also")

## Group

* [Script](javascript:x)
* [B](b.md)
`;
  expect(keepLeftOut(printed, { text, files }, layout)).toBe(kept);
  expect(keepLeftOut(printed, { text: kept, files }, layout)).toBe(kept);
});

test('a table of contents is written as it is if nothing was left out', () => {
  const printed = '# Table of contents\n\n* [Home](README.md)\n* [B](b.md)\n';
  for (const text of ['', '* [Home](README.md)\n* [Deleted](new.md)\n* [Link](https://example.org)\n'])
    expect(keepLeftOut(printed, { text, files }, layout)).toBe(printed);
});

test('lines without a file follow renamed groups and moved pages, and move up from deleted ones', () => {
  const text = `# Table of contents

* [Home](README.md)
* [Rooted](/missing.md)
* [B](b.md)
  * [Soon B](soon-b.md)
* \`\`\`yaml
  type: [broken
  \`\`\`

## Guides

* [New](new.md)
* [Soon](soon.md)

## Other

* [Guide](guide/README.md)
  * [A](guide/a.md)
    * [Soon A](soon-a.md)
`;
  const printed = `# Table of contents

* [Home](README.md)
* [A](guide/a.md)

## Handbook

* [New](new.md)

## Other

* [Guide](guide/README.md)
`;
  expect(keepLeftOut(printed, { text, files }, layout)).toBe(`# Table of contents

* [Home](README.md)
* [Rooted](/missing.md)
* [Soon B](soon-b.md)
* \`\`\`yaml
  type: [broken
  \`\`\`
* [A](guide/a.md)
  * [Soon A](soon-a.md)

## Handbook

* [New](new.md)
* [Soon](soon.md)

## Other

* [Guide](guide/README.md)
`);
});

test('words beside and below the links of a table of contents stay', () => {
  const text = `# Our book

* [Home](README.md) - the first *page*
    and [more](b.md)
* **[B](b.md)**: and [Guide](guide)\r
  > A quote
  > of words
  * See [A](guide/a.md) <!-- inline -->

    A paragraph.

        code
* [ ] [New](new.md)
`;
  const printed =
    '* [Home](README.md)\n* [Renamed](b.md)\n  * [A](guide/a.md)\n  * [Guide](guide/README.md)\n* [New](new.md)\n';
  const kept = `# Our book

* [Home](README.md) - the first *page* and [more](b.md)
* **[Renamed](b.md)**: and [Guide](guide)

  > A quote
  > of words

  * See [A](guide/a.md) <!-- inline -->

    A paragraph.

        code
  * [Guide](guide/README.md)
* [ ] [New](new.md)
`;
  expect(keepLeftOut(printed, { text, files }, layout)).toBe(kept);
  expect(keepLeftOut(printed, { text: kept, files }, layout)).toBe(kept);
});

test('front matter of a table of contents stays, and a rule at its start does not', () => {
  const printed = '# Table of contents\n\n* [Home](README.md)\n* [B](b.md)\n';
  const frontMatter = '---\ntitle: x\nicon: y\n---\n\n# Summary';
  const text = `\uFEFF${frontMatter}\n\n* [Home](README.md)\n* [Soon](soon.md)\n`.replace(/\n/g, '\r\n');
  expect(keepLeftOut(printed, { text, files }, layout)).toBe(
    `${frontMatter}\n\n* [Home](README.md)\n* [Soon](soon.md)\n* [B](b.md)\n`,
  );
  const rules = '---\n\n* [Home](README.md)\n\n---\n\n* [B](b.md)\n';
  expect(keepLeftOut(printed, { text: rules, files }, layout)).toBe(rules);
});

test('a link by reference is the line of its page, and its definition stays', () => {
  const text = '# Book\n\n* [Home][home] now\n* [Soon][]\n\n[home]: README.md "H"\n[soon]: soon.md\n';
  expect(keepLeftOut('* [Start](README.md)\n* [B](b.md)\n', { text, files }, layout)).toBe(
    '# Book\n\n* [Start](README.md) now\n* [Soon](soon.md)\n\n[home]: README.md "H"\n\n[soon]: soon.md\n\n* [B](b.md)\n',
  );
});
