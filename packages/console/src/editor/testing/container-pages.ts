/** One of each block that words below it must not join, with the words that are its last visible text, if it has any. */
export const CONTAINERS: Readonly<Record<string, { readonly markdown: string; readonly last?: string }>> = {
  tabs: {
    markdown:
      '{% tabs %}\n{% tab title="A" %}\nIn a.\n{% endtab %}\n\n{% tab title="B" %}\nIn b.\n{% endtab %}\n{% endtabs %}',
    last: 'In b.',
  },
  'one tab': {
    markdown: '{% tabs %}\n{% tab title="A" %}\nIn a.\n{% endtab %}\n{% endtabs %}',
    last: 'In a.',
  },
  steps: {
    markdown:
      '{% stepper %}\n{% step %}\nOne step.\n{% endstep %}\n\n{% step %}\nTwo steps.\n{% endstep %}\n{% endstepper %}',
    last: 'Two steps.',
  },
  columns: {
    markdown:
      '{% columns %}\n{% column %}\nLeft.\n{% endcolumn %}\n\n{% column %}\nRight.\n{% endcolumn %}\n{% endcolumns %}',
    last: 'Right.',
  },
  updates: {
    markdown:
      '{% updates format="full" %}\n{% update date="2026-02-03" %}\nNews.\n{% endupdate %}\n{% endupdates %}',
    last: 'News.',
  },
  cards: {
    markdown:
      '<table data-view="cards"><thead><tr><th>Name</th></tr></thead><tbody><tr><td>A card</td></tr></tbody></table>',
    last: 'A card',
  },
  table: { markdown: '| Name |\n| --- |\n| A cell |', last: 'A cell' },
  expandable: {
    markdown: '<details>\n\n<summary>Question</summary>\n\nAnswer.\n\n</details>',
    last: 'Answer.',
  },
  image: {
    markdown: '<figure><img src="https://example.com/a.png" alt=""><figcaption></figcaption></figure>',
  },
  'image with a caption': {
    markdown:
      '<figure><img src="https://example.com/a.png" alt=""><figcaption><p>Caption.</p></figcaption></figure>',
    last: 'Caption.',
  },
  images: {
    markdown:
      '<div><figure><img src="https://example.com/a.png" alt=""><figcaption></figcaption></figure> <figure><img src="https://example.com/b.png" alt=""><figcaption></figcaption></figure></div>',
  },
  embed: { markdown: '{% embed url="https://example.com/video" %}' },
  file: { markdown: '{% file src="https://example.com/a.pdf" %}' },
  formula: { markdown: '$$\nE = mc^2\n$$' },
  divider: { markdown: '***' },
  'conflicting sides': {
    markdown:
      '{% conflict %}\n{% primary %}\nMine.\n{% endprimary %}\n\n{% changed %}\nYours.\n{% endchanged %}\n{% endconflict %}',
    last: 'Yours.',
  },
};
