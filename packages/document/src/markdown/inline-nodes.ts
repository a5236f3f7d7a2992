import type { Block, Inline, Mark } from '../document.ts';
import type { InlineType } from '../node-types.ts';
import type { Context } from './context.ts';
import { oneLine } from './html.ts';
import { type LineNode, normalLine, text } from './line.ts';

/** The source of inline HTML without a node of its own. Clients ignore it. */
export const rawInline = (source: string): Inline => ({
  object: 'inline',
  type: 'html',
  isVoid: true,
  data: { source: oneLine(source) },
});

/** An inline node without content. */
export const voidInline = (type: InlineType, data: Inline['data']): Inline => ({
  object: 'inline',
  type,
  isVoid: true,
  data,
});

/** A link with its text. */
export const linkInline = (data: Inline['data'], content: readonly LineNode[]): Inline => ({
  object: 'inline',
  type: 'link',
  isVoid: false,
  data,
  nodes: normalLine(content, false),
});

/** Annotates the word before a footnote reference, or the words of a link before it. */
export function annotate(
  identifier: string,
  name: string,
  active: readonly Mark[],
  context: Context,
  out: LineNode[],
  words?: readonly LineNode[],
): void {
  const body = context.note(identifier);
  if (body === undefined) {
    if (words) out.push(...words);
    out.push(text(`[^${name}]`, active));
    return;
  }
  out.push(annotation(words ? normalLine(words, false) : takeAnnotated(out), body));
}

/** Words with a note. */
export const annotation = (words: readonly LineNode[], body: readonly Block[]): Inline => ({
  object: 'inline',
  type: 'annotation',
  isVoid: false,
  nodes: words,
  fragments: [{ object: 'fragment', type: 'annotation-body', fragment: 'annotation-body', nodes: body }],
});

/** Removes the annotated words from the end of the line, and returns them. */
export function takeAnnotated(out: LineNode[]): readonly LineNode[] {
  const last = out.at(-1);
  if (last === undefined) return [];
  if (last.object === 'inline') {
    const ref = last.data?.ref as { kind?: string; anchor?: string } | undefined;
    if (last.type !== 'link' || ref?.kind !== 'anchor' || !ref.anchor?.startsWith('user-content-fn-'))
      return [];
    out.pop();
    return last.nodes ?? [];
  }
  const leaf = last.leaves.at(-1)!;
  const word = leaf.marks.at(-1)?.type === 'code' ? leaf.text : /\S*$/.exec(leaf.text)![0];
  if (word === '') return [];
  const rest = leaf.text.slice(0, leaf.text.length - word.length);
  out[out.length - 1] = { ...last, leaves: [...last.leaves.slice(0, -1), { ...leaf, text: rest }] };
  return normalLine([text(word, leaf.marks)], false);
}
