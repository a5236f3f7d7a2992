const BREAKS = /(?:<|&lt;)br\s*\/?(?:>|&gt;)/gi;
const TAGS = /(?:<|&lt;)\/?[A-Za-z][^<>&]*(?:>|&gt;)/g;
// Placeholders of the source are checked elsewhere, not removed.
const OTHER_TAGS = /(?:<|&lt;)(?!\/?x[\s/>])\/?[A-Za-z][^<>&]*(?:>|&gt;)/gi;

/** Markers of Markdown around text. A source without the character does not ask for them. */
const MARKERS: readonly (readonly [string, RegExp])[] = [
  ['*', /(\*{1,3})(?=\S)([^*]*[^*\s])\1/g],
  ['_', /(?<![\p{L}\p{N}])(_{1,3})(?=\S)([^_]*[^_\s])\1(?![\p{L}\p{N}])/gu],
  ['`', /(`+)([^`]+)\1/g],
];

/** The answer of an engine without tags and Markdown markers that the encoded text it was sent does not contain. */
export function withoutStrayMarkup(sent: string, answer: string): string {
  let text = answer;
  if (!sent.includes('&lt;')) {
    const tags = sent.includes('<') ? OTHER_TAGS : TAGS;
    text = text.replace(BREAKS, ' ').replace(tags, '');
  }
  for (const [character, marker] of MARKERS) if (!sent.includes(character)) text = text.replace(marker, '$2');
  return text;
}
