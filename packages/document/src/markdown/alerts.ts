import { markdownLineEnding, markdownSpace } from 'micromark-util-character';
import type { Code, Construct, Extension, State } from 'micromark-util-types';
import type { Block } from '../document.ts';
import { block } from './block-nodes.ts';
import type { Syntax } from './syntax.ts';

declare module 'micromark-util-types' {
  interface TokenTypeMap {
    alert: 'alert';
  }
}

/** The style of the hint for each alert of GitHub. */
const styles: Readonly<Record<string, string>> = {
  '[!note]': 'info',
  '[!tip]': 'success',
  '[!important]': 'info',
  '[!warning]': 'warning',
  '[!caution]': 'danger',
};

const openingBracket = 91;
const closingBracket = 93;
const longestLabel = 12;

/** `[!NOTE]` at the start of a paragraph, as a node of its own: in a text, it would be the same as an escaped one. */
const alert: Construct = {
  name: 'alert',
  previous: (code) => code === null,
  tokenize(effects, ok, nok) {
    let label = '';
    return (code) => {
      effects.enter('alert');
      return inside(code);
    };
    function inside(code: Code): State | undefined {
      if (code === null || code < 0 || label.length > longestLabel) return nok(code);
      label += String.fromCharCode(code);
      effects.consume(code);
      if (code !== closingBracket) return inside;
      effects.exit('alert');
      return Object.hasOwn(styles, label.toLowerCase()) ? after : nok;
    }
    // Before other characters it may be a link.
    function after(code: Code): State | undefined {
      return code === null || markdownSpace(code) || markdownLineEnding(code) ? ok(code) : nok(code);
    }
  },
};

/** The syntax of alerts. */
export const alertSyntax: Extension = { text: { [openingBracket]: alert } };

/** The hint of a quote that is an alert of GitHub; undefined for other quotes, and without content. */
export function alertHint(
  { children }: Syntax,
  parse: (nodes: readonly Syntax[]) => readonly Block[],
): Block | undefined {
  const [first, ...others] = children!;
  const [label, ...line] = first?.type === 'paragraph' ? first.children! : [];
  if (label?.type !== 'alert') return undefined;
  const text = line[0]?.type === 'break' ? line.slice(1) : line;
  const content = parse(text.length > 0 ? [{ ...first!, children: text }, ...others] : others);
  return content.length > 0
    ? block('hint', content, { style: styles[label.value!.toLowerCase()]! })
    : undefined;
}
