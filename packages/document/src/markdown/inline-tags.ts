import type { Syntax } from './syntax.ts';
import { isContainerTag, readTagLine } from './tags.ts';

// In real repositories, `{% hint %}` and `{% endhint %}` may be on the line of the text between them.

/** A node, or a part of a paragraph that has tags of blocks at its ends. */
interface Part {
  readonly node: Syntax;
  readonly origin: Syntax;
}

const nameOf = ({ type, value }: Syntax): string =>
  type === 'tag' || type === 'inlineTag' ? readTagLine(value!).name : '';

const isEnd = (name: string): boolean => name.startsWith('end') && isContainerTag(name.slice(3));

const hasTagAtEnd = ({ type, children }: Syntax): boolean =>
  type === 'paragraph' && (children![0]?.type === 'inlineTag' || children!.at(-1)?.type === 'inlineTag');

/** The parts of a paragraph: a tag at its start, its text, and a closing tag at its end. */
function partsOf(node: Syntax): readonly Part[] {
  const children = node.type === 'paragraph' ? node.children! : [];
  const [first, last] = [children[0], children.at(-1)];
  const opening = first?.type === 'inlineTag' && isContainerTag(nameOf(first)) ? first : undefined;
  const closing = last?.type === 'inlineTag' && isEnd(nameOf(last)) ? last : undefined;
  if (!opening && !closing) return [{ node, origin: node }];
  const text = children.slice(opening ? 1 : 0, closing ? -1 : undefined);
  const tag = ({ value }: Syntax): Syntax => ({ type: 'tag', value: value! });
  const parts = [
    ...(opening ? [tag(opening)] : []),
    ...(text.length > 0 ? [{ ...node, children: text }] : []),
    ...(closing ? [tag(closing)] : []),
  ];
  return parts.map((part) => ({ node: part, origin: node }));
}

/** The tags that have a partner among some nodes. */
function pairedTags(nodes: readonly Syntax[]): ReadonlySet<Syntax> {
  const paired = new Set<Syntax>();
  const open: Syntax[] = [];
  for (const node of nodes) {
    const name = nameOf(node);
    if (isContainerTag(name)) open.push(node);
    else if (isEnd(name) && open.length > 0 && nameOf(open.at(-1)!) === name.slice(3))
      paired.add(open.pop()!).add(node);
  }
  return paired;
}

/** Makes tags of blocks at the ends of paragraphs lines of their own, if they have a partner. */
export function withInlineTags(nodes: readonly Syntax[]): readonly Syntax[] {
  if (!nodes.some(hasTagAtEnd)) return nodes;
  const parts = nodes.flatMap(partsOf);
  // Tags on lines of their own belong together; those in paragraphs have what is left.
  const own = pairedTags(nodes.filter(({ type }) => type === 'tag'));
  const paired = pairedTags(parts.map(({ node }) => node).filter((node) => !own.has(node)));
  // A paragraph with a tag that has no partner stays whole.
  const whole = new Set(
    parts
      .filter(({ node, origin }) => node !== origin && node.type === 'tag' && !paired.has(node))
      .map(({ origin }) => origin),
  );
  return parts.flatMap(({ node, origin }, at) => {
    if (!whole.has(origin)) return [node];
    return parts[at - 1]?.origin === origin ? [] : [origin];
  });
}
