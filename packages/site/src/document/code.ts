import type { Block } from '@lectern/document';
import { type Child, classes, h } from '../html/html.ts';
import { icon, namedIcon } from '../html/icons.ts';
import { fill } from '../language/messages.ts';
import type { Rendering, Token } from './context.ts';
import { blocksIn, textIn, wordsOf } from './data.ts';

/** Code beyond this many characters is not coloured. */
const MOST_COLOURED = 20_000;

/** How many lines of folded code are seen. */
const FOLDED_LINES = 10;

/** Code to show, with how it is shown. */
export interface Code {
  readonly source: string;
  readonly syntax?: string;
  readonly title?: string;
  readonly lineNumbers?: boolean;
  readonly wrap?: boolean;
  readonly fullWidth?: boolean;
  /** How many lines are seen before the reader asks for the rest. */
  readonly folded?: number;
  /** Lines, counted from 0, that stand out. */
  readonly highlighted?: ReadonlySet<number>;
  /** Lines that hold more than text, which colouring would lose. */
  readonly ownLines?: ReadonlyMap<number, Child>;
}

const token = ({ text, kind }: Token): Child => (kind ? h('span', { class: `t-${kind}` }, text) : text);

/** A block of code, coloured where its language is known, with its title and a button that copies it. */
export function codeFigure(code: Code, rendering: Rendering): Child {
  const { source, syntax } = code;
  const lines = source.split('\n');
  const coloured =
    syntax !== undefined && source.length <= MOST_COLOURED
      ? rendering.context.highlight?.(source, syntax)
      : undefined;
  const body = lines.map((text, at) =>
    h(
      'span',
      { class: classes('line', code.highlighted?.has(at) && 'line-on') },
      code.ownLines?.get(at) ?? coloured?.[at]?.map(token) ?? text,
      '\n',
    ),
  );
  const isFolded = code.folded !== undefined && lines.length > code.folded;
  const label = code.title ?? syntax;
  const pre = h(
    'pre',
    { tabindex: 0, 'aria-label': label, role: label ? 'region' : undefined },
    h('code', null, body),
  );
  const fold = isFolded ? rendering.unique('fold') : undefined;
  return h(
    'figure',
    {
      class: classes(
        'code',
        code.lineNumbers && 'numbered',
        code.wrap && 'wrapped',
        code.fullWidth && 'full',
        isFolded && (code.folded! > FOLDED_LINES ? 'folded-20' : 'folded-10'),
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
        fill(rendering.messages.showAllLines, { count: lines.length }),
      ),
  );
}

/** A button that copies the code it stands in; the script wakes it. */
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

/** The lines of a block of code and what is special about them. */
function linesOf(node: Block, rendering: Rendering): Pick<Code, 'source' | 'highlighted' | 'ownLines'> {
  const lines = blocksIn(node);
  const highlighted = new Set<number>();
  const ownLines = new Map<number, Child>();
  for (const [at, line] of lines.entries()) {
    if (line.data?.highlighted === true) highlighted.add(at);
    if ((line.nodes ?? []).some((inner) => inner.object === 'inline'))
      ownLines.set(at, rendering.line(line.nodes));
  }
  return { source: lines.map(wordsOf).join('\n'), highlighted, ownLines };
}

export function code(node: Block, rendering: Rendering): Child {
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
      folded: data.expandable === true ? (typeof count === 'number' ? count : FOLDED_LINES) : undefined,
    },
    rendering,
  );
}

/** A prompt for an assistant: what it is for, and its words to copy. */
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
