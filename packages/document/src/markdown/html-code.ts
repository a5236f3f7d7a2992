import type { Block, Inline } from '../document.ts';
import { block, codeLine } from './block-nodes.ts';
import { codeAttributes, readCodeOptions } from './code-options.ts';
import type { Context } from './context.ts';
import { take } from './elements.ts';
import { isPlain } from './html-elements.ts';
import { parseLine } from './inlines.ts';
import { type LineNode, text } from './line.ts';
import type { Syntax } from './syntax.ts';

const codeClass = /^(?:language|lang)-(\S+)$/;

/** The block of preformatted code; undefined if it has unknown attributes or content. */
export function readPreformatted(node: Syntax, context: Context): readonly Block[] | undefined {
  const [code, ...others] = node.children!.filter(
    (child) => child.type !== 'text' || child.value!.trim() !== '',
  );
  if (code?.name !== 'code' || others.length > 0) return undefined;
  const outer = take(node.attributes!, ['class', ...codeAttributes]);
  const inner = take(code.attributes!, ['class']);
  if (outer.rest.attributes || inner.rest.attributes) return undefined;
  const syntax = codeClass.exec(inner.own.class ?? outer.own.class ?? '')?.[1];
  if ((inner.own.class ?? outer.own.class) !== undefined && syntax === undefined) return undefined;
  const options = readCodeOptions(outer.own);
  const lines = options && codeLines(code.children!, context);
  return lines && [block('code', lines, { ...(syntax === undefined ? {} : { syntax }), ...options })];
}

/** Lines of code from HTML: `strong` is a highlighted line, and annotations and expressions are allowed. */
function codeLines(nodes: readonly Syntax[], context: Context): readonly Block[] | undefined {
  const lines: { nodes: LineNode[]; highlighted: boolean }[] = [{ nodes: [], highlighted: false }];
  const write = (value: string, highlighted: boolean): void => {
    for (const [at, part] of value.replace(/\r\n?/g, '\n').split('\n').entries()) {
      if (at > 0) lines.push({ nodes: [], highlighted: false });
      if (part === '') continue;
      lines.at(-1)!.nodes.push(text(part));
      lines.at(-1)!.highlighted ||= highlighted;
    }
  };
  const visit = (list: readonly Syntax[], highlighted: boolean): boolean =>
    list.every((node) => {
      if (node.type === 'text') write(node.value!, highlighted);
      else if (node.name === 'strong' && isPlain(node) && !highlighted) return visit(node.children!, true);
      else if (node.name === 'a' || node.name === 'code') {
        const parsed = parseLine([node], context) as readonly Inline[];
        if (parsed.length !== 1 || (parsed[0]!.type !== 'annotation' && parsed[0]!.type !== 'expression'))
          return false;
        lines.at(-1)!.nodes.push(parsed[0]!);
        lines.at(-1)!.highlighted ||= highlighted;
      } else return false;
      return true;
    });
  if (!visit(nodes, false)) return undefined;
  // The line ending before the closing tag does not start a new line.
  if (lines.length > 1 && lines.at(-1)!.nodes.length === 0) lines.pop();
  return lines.map((line) => codeLine(joined(line.nodes), line.highlighted ? { highlighted: true } : {}));
}

/** Joins adjacent texts, preserving white space. */
function joined(nodes: readonly LineNode[]): readonly LineNode[] {
  const out: LineNode[] = [];
  for (const node of nodes) {
    const last = out.at(-1);
    if (node.object === 'text' && last?.object === 'text')
      out[out.length - 1] = text(last.leaves[0]!.text + node.leaves[0]!.text);
    else out.push(node);
  }
  return out;
}
