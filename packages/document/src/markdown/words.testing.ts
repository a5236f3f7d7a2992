import { decodeHTML } from 'entities';

/**
 * The words of Markdown with their counts, except words that canonical form may change: names of HTML tags and attributes (an
 * element may become Markdown), numbers of list items, the language of a code block (twice in HTML), character
 * references, labels of alerts (which become the style of a hint), and alignments to the left (the default).
 */
export function words(markdown: string): ReadonlyMap<string, number> {
  const plain = decodeHTML(markdown)
    .replace(/<(pre|code)\s+class="(?:language|lang)-[^"]*"/g, '<$1')
    .replace(/\sstyle="text-align:\s?left;?"/g, '')
    .replace(/<\/?[a-z][a-z0-9]*(?=[\s/>])/gi, ' ')
    .replace(/\s[a-z-]+\s*=(?=["'])/gi, ' ')
    .replace(/^([ \t]*>[ \t>]*)\[!(?:note|tip|important|warning|caution)\]/gim, '$1')
    .replace(/^[ \t>*+-]*\d+[.)](?=\s|$)/gm, ' ');
  const counts = new Map<string, number>();
  for (const word of plain.match(/[\p{L}\p{N}]+/gu) ?? []) counts.set(word, (counts.get(word) ?? 0) + 1);
  return counts;
}
