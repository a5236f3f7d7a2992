import { type Document, type Node, plainText } from '@lectern/document';

/** A page that was found, with the places in it that say what is looked for. */
export interface Found {
  readonly title: string;
  readonly sections: readonly { readonly title: string; readonly snippet: string }[];
}

const isConditional = (node: Node): boolean =>
  node.object === 'block' && (node.type === 'if' || (node.nodes ?? []).some(isConditional));

/** Whether a document shows different things to different people. */
export const hasConditions = ({ nodes }: Document): boolean => nodes.some(isConditional);

const plain = (text: string) => text.replaceAll(/\s+/g, ' ').trim().toLowerCase();

/**
 * What of a page was found in what somebody may read of it; undefined when nothing was. The index knows all of a page,
 * and would tell by what it finds that something is there.
 */
export const foundIn = <Page extends Found>(page: Page, shown: Document, query: string): Page | undefined => {
  const text = plain(plainText(shown));
  const sections = page.sections.filter(
    ({ title, snippet }) => text.includes(plain(snippet)) && text.includes(plain(title)),
  );
  const words = plain(query).split(' ');
  const isNamed = words.every((word) => plain(page.title).includes(word) || text.includes(word));
  return sections.length > 0 || isNamed ? { ...page, sections } : undefined;
};

/** Words of a path: letters and digits, without what stands between them. */
export const wordsIn = (path: string): string[] => path.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];

/** How many letters must be put in, left out or changed to make one word of the other; Infinity for more than two. */
const distance = (a: string, b: string): number => {
  if (Math.abs(a.length - b.length) > 2) return Number.POSITIVE_INFINITY;
  let row = Array.from({ length: b.length + 1 }, (_, at) => at);
  for (let at = 0; at < a.length; at++) {
    const next = [at + 1];
    for (let to = 0; to < b.length; to++)
      next.push(Math.min(row[to]! + (a[at] === b[to] ? 0 : 1), row[to + 1]! + 1, next[to]! + 1));
    if (Math.min(...next) > 2) return Number.POSITIVE_INFINITY;
    row = next;
  }
  return row.at(-1)! > 2 ? Number.POSITIVE_INFINITY : row.at(-1)!;
};

/** How far what somebody wrote is from a path, every word with the nearest one of the path; undefined where one is too far. */
export const mistaken = (written: readonly string[], path: string): number | undefined => {
  const words = wordsIn(path);
  let sum = 0;
  for (const word of written) {
    const nearest = Math.min(...words.map((one) => distance(word, one)));
    if (nearest > (word.length > 4 ? 2 : 1)) return undefined;
    sum += nearest;
  }
  return sum;
};
