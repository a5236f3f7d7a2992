import type { Syntax } from './syntax.ts';
import { isContainerTag, readTagLine, tagShapes } from './tags.ts';

// In real repositories, `{% hint %}` and `{% endhint %}` may be on the line of the text between them.

/** A node, or a part of a paragraph that has tags of blocks at its ends. */
interface Part {
  readonly node: Syntax;
  readonly origin: Syntax;
}

const nameOf = ({ type, value }: Syntax): string =>
  type === 'tag' || type === 'inlineTag' ? readTagLine(value!).name : '';

const isEnd = (name: string): boolean => name.startsWith('end') && isContainerTag(name.slice(3));

/** The tags of items and parts, such as a tab: those are never in a text. */
const itemNames = new Set(
  Object.values(tagShapes).flatMap(({ content }) =>
    typeof content === 'object' ? Object.values(content).flat() : [],
  ),
);
const isItem = (name: string): boolean => itemNames.has(name.replace(/^end/, ''));

const isBlankText = ({ type, value }: Syntax): boolean => type === 'text' && value!.trim() === '';

/** The tags of blocks in a paragraph: opening ones at its start, closing ones at its end, and those of items with their neighbours. */
function blockTags({ type, children }: Syntax): ReadonlySet<Syntax> {
  const found = new Set<Syntax>();
  if (type !== 'paragraph' || !children!.some((child) => child.type === 'inlineTag')) return found;
  const follow = (nodes: readonly Syntax[], isAtEdge: (name: string) => boolean): void => {
    let isEdge = true;
    for (const node of nodes) {
      const name = nameOf(node);
      if (isItem(name) || (isEdge && isAtEdge(name))) found.add(node);
      else if (!isBlankText(node)) isEdge = false;
      if (found.has(node)) isEdge = true;
    }
  };
  follow(children!, isContainerTag);
  follow(children!.toReversed(), isEnd);
  return found;
}

const headingStart = /^\s*(#{1,6})[ \t]+(?=\S)/;

/** A text after an opening tag as blocks: `## Title` on its first line is a heading, as on a line of its own. */
function blocksOf(paragraph: Syntax): readonly Syntax[] {
  const [first, ...others] = paragraph.children!;
  const [start, marks] = (first!.type === 'text' && headingStart.exec(first!.value!)) || [];
  if (start === undefined) return [paragraph];
  const children = [{ ...first!, value: first!.value!.slice(start.length) }, ...others];
  const at = children.findIndex(
    ({ type, value }) => type === 'break' || (type === 'text' && value!.includes('\n')),
  );
  const heading = (nodes: readonly Syntax[]): Syntax => ({
    type: 'heading',
    depth: marks!.length,
    children: nodes,
  });
  if (at === -1) return [heading(children)];
  const { type, value = '' } = children[at]!;
  const end = type === 'break' ? '' : value.slice(0, value.indexOf('\n'));
  const rest = type === 'break' ? '' : value.slice(value.indexOf('\n') + 1);
  const textOf = (text: string): readonly Syntax[] => (text === '' ? [] : [{ type: 'text', value: text }]);
  const below = [...textOf(rest), ...children.slice(at + 1)];
  return [
    heading([...children.slice(0, at), ...textOf(end)]),
    ...(below.every(isBlankText) ? [] : [{ ...paragraph, children: below }]),
  ];
}

/** The parts of a paragraph: the tags of blocks, and the texts between them. */
function partsOf(node: Syntax): readonly Part[] {
  const tags = blockTags(node);
  if (tags.size === 0) return [{ node, origin: node }];
  const parts: Syntax[] = [];
  let text: Syntax[] = [];
  const endText = (): void => {
    const last = parts.at(-1);
    const paragraph = { ...node, children: text };
    if (!text.every(isBlankText))
      parts.push(...(last && isContainerTag(nameOf(last)) ? blocksOf(paragraph) : [paragraph]));
    text = [];
  };
  for (const child of node.children!) {
    if (!tags.has(child)) {
      text.push(child);
      continue;
    }
    endText();
    parts.push({ type: 'tag', value: child.value! });
  }
  endText();
  return parts.map((part) => ({ node: part, origin: node }));
}

/** The partner of each tag that has one among some nodes. */
function pairedTags(nodes: readonly Syntax[]): ReadonlyMap<Syntax, Syntax> {
  const paired = new Map<Syntax, Syntax>();
  const open: Syntax[] = [];
  const counts = new Map<string, number>();
  const count = (name: string, change: number): void => {
    counts.set(name, (counts.get(name) ?? 0) + change);
  };
  for (const node of nodes) {
    const name = nameOf(node);
    if (isContainerTag(name)) {
      open.push(node);
      count(name, 1);
    } else if (isEnd(name) && counts.get(name.slice(3))) {
      // Unclosed tags in between have no partner.
      for (let last = ''; last !== name.slice(3); ) {
        const opening = open.pop()!;
        last = nameOf(opening);
        count(last, -1);
        if (last === name.slice(3)) paired.set(opening, node).set(node, opening);
      }
    }
  }
  return paired;
}

/** Makes tags of blocks at the ends of paragraphs lines of their own, if they have a partner. */
export function withInlineTags(nodes: readonly Syntax[]): readonly Syntax[] {
  const parts = nodes.flatMap(partsOf);
  if (parts.every(({ node, origin }) => node === origin)) return nodes;
  // Tags on lines of their own belong together; those in paragraphs have what is left.
  const own = pairedTags(nodes.filter(({ type }) => type === 'tag'));
  const paired = pairedTags(
    parts.flatMap(({ node, origin }) => {
      if (node.type !== 'tag' && node !== origin) return node.children!;
      return own.has(node) ? [] : [node];
    }),
  );
  // A paragraph with a tag that has no partner stays whole, as does one whose partner is in a text.
  const whole = new Set(
    parts
      .filter(
        ({ node, origin }) => node !== origin && node.type === 'tag' && paired.get(node)?.type !== 'tag',
      )
      .map(({ origin }) => origin),
  );
  return parts.flatMap(({ node, origin }, at) => {
    if (!whole.has(origin)) return [node];
    return parts[at - 1]?.origin === origin ? [] : [origin];
  });
}
