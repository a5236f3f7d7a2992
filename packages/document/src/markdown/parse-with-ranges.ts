import { limitComplexity, restoreCharacters, sourceOffsets } from './complexity-limits.ts';
import { parseSyntax } from './parse-syntax.ts';
import type { Syntax } from './syntax.ts';

/** Parses Markdown to a syntax tree with source ranges, with the same limits as without them. */
export const parseWithRanges = (markdown: string): readonly Syntax[] => {
  const limited = limitComplexity(markdown);
  const nodes = parseSyntax(limited.markdown, { hasRanges: true });
  return limited.isLimited
    ? withSourceRanges(sourceOffsets(limited.markdown), restoreCharacters(nodes))
    : nodes;
};

/** Maps the ranges of nodes to offsets of the source. */
const withSourceRanges = (offsets: Uint32Array, nodes: readonly Syntax[]): readonly Syntax[] =>
  nodes.map((node) => ({
    ...node,
    ...(node.range && { range: [offsets[node.range[0]]!, offsets[node.range[1]]!] as const }),
    ...(node.children && { children: withSourceRanges(offsets, node.children) }),
  }));
