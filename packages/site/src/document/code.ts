import type { Block } from '@lectern/document';
import { type Child, classes, h } from '../html/html.ts';
import { icon } from '../html/icons.ts';
import { namedIcon } from '../html/named-icons.ts';
import { formatMessage } from '../language/format.ts';
import type { Rendering, Token } from './context.ts';
import { blocksIn, nodeText, textIn } from './data.ts';

/** The maximum number of characters of highlighted code. */
const MAX_HIGHLIGHTED_LENGTH = 20_000;

/** The default number of visible lines of folded code. */
const DEFAULT_FOLDED_LINES = 10;

/** A code block. */
export interface Code {
  readonly source: string;
  readonly syntax?: string;
  readonly title?: string;
  readonly lineNumbers?: boolean;
  readonly wrap?: boolean;
  readonly fullWidth?: boolean;
  /** The number of visible lines of folded code. */
  readonly visibleLines?: number;
  /** The indexes of highlighted lines. */
  readonly highlightedLines?: ReadonlySet<number>;
  /** Lines with inline nodes, which syntax highlighting would lose. */
  readonly renderedLines?: ReadonlyMap<number, Child>;
}

const token = ({ text, kind }: Token): Child => (kind ? h('span', { class: `t-${kind}` }, text) : text);

/** Renders a code block with its title and a copy button. */
export function codeFigure(code: Code, rendering: Rendering): Child {
  const { source, syntax } = code;
  const lines = source.split('\n');
  const tokens =
    syntax !== undefined && source.length <= MAX_HIGHLIGHTED_LENGTH
      ? rendering.context.highlight?.(source, syntax)
      : undefined;
  const body = lines.map((text, at) =>
    h(
      'span',
      { class: classes('line', code.highlightedLines?.has(at) && 'line-on') },
      code.renderedLines?.get(at) ?? tokens?.[at]?.map(token) ?? text,
      '\n',
    ),
  );
  const isFolded = code.visibleLines !== undefined && lines.length > code.visibleLines;
  const label = code.title ?? syntax;
  const pre = h(
    'pre',
    // A group, not a region: pages have many, and names of landmarks must be unique.
    { tabindex: 0, 'aria-label': label, role: label ? 'group' : undefined },
    h('code', null, body),
  );
  const fold = isFolded ? rendering.uniqueId('fold') : undefined;
  return h(
    'figure',
    {
      class: classes(
        'code',
        code.lineNumbers && 'numbered',
        code.wrap && 'wrapped',
        code.fullWidth && 'full',
        isFolded && (code.visibleLines! > DEFAULT_FOLDED_LINES ? 'folded-20' : 'folded-10'),
      ),
    },
    h(
      'figcaption',
      { class: classes(!code.title && 'bare') },
      h('span', { class: 'code-title' }, code.title ?? syntax ?? ''),
      copyButton(rendering),
    ),
    fold && h('input', { type: 'checkbox', id: fold, class: 'fold' }),
    pre,
    fold &&
      h(
        'label',
        { for: fold, class: 'unfold' },
        formatMessage(rendering.messages.showAllLines, { count: lines.length }),
      ),
  );
}

/** The copy button, which needs the script. */
const copyButton = (rendering: Rendering): Child =>
  h(
    'button',
    {
      type: 'button',
      class: 'copy needs-script',
      'data-copy': true,
      'data-done': rendering.messages.copied,
      'aria-label': rendering.messages.copy,
    },
    icon('copy'),
    icon('check'),
  );

/** The lines of a code block. */
function linesOf(
  node: Block,
  rendering: Rendering,
): Pick<Code, 'source' | 'highlightedLines' | 'renderedLines'> {
  const lines = blocksIn(node);
  const highlightedLines = new Set<number>();
  const renderedLines = new Map<number, Child>();
  for (const [at, line] of lines.entries()) {
    if (line.data?.highlighted === true) highlightedLines.add(at);
    if ((line.nodes ?? []).some((inner) => inner.object === 'inline'))
      renderedLines.set(at, rendering.line(line.nodes));
  }
  return { source: lines.map(nodeText).join('\n'), highlightedLines, renderedLines };
}

/** Whether a code block is the source of a diagram. */
export const isDiagram = (node: Block): boolean => textIn(node.data, 'syntax')?.toLowerCase() === 'mermaid';

/** Renders code; a diagram is drawn by the script, which replaces its source. */
export function code(node: Block, rendering: Rendering): Child {
  const figure = plainCode(node, rendering);
  return isDiagram(node)
    ? h(
        'div',
        {
          class: 'diagram',
          'data-label': rendering.messages.diagram,
          'data-source': rendering.messages.diagramSource,
        },
        figure,
      )
    : figure;
}

function plainCode(node: Block, rendering: Rendering): Child {
  const data = node.data ?? {};
  const count = data.collapsedLineCount;
  return codeFigure(
    {
      ...linesOf(node, rendering),
      syntax: textIn(data, 'syntax'),
      title: textIn(data, 'title'),
      lineNumbers: data.lineNumbers === true,
      wrap: data.overflow === 'wrap',
      fullWidth: data.fullWidth === true,
      visibleLines:
        data.expandable === true ? (typeof count === 'number' ? count : DEFAULT_FOLDED_LINES) : undefined,
    },
    rendering,
  );
}

/** Renders a prompt for an AI assistant, with a copy button. */
export function prompt(node: Block, rendering: Rendering): Child {
  const [body] = blocksIn(node);
  const source = body ? linesOf(body, rendering).source : '';
  return h(
    'details',
    {
      class: 'prompt',
      open: node.data?.defaultExpanded === 'full' || node.data?.defaultExpanded === 'partial',
    },
    h(
      'summary',
      null,
      namedIcon(node.data?.icon) ?? icon('wand'),
      h('span', null, textIn(node.data, 'description') ?? ''),
      icon('chevron-right', 'turn'),
    ),
    codeFigure({ source, wrap: true }, rendering),
  );
}
