import { renderMath } from '@lectern/site';
import { type Child, Code, call, join, literal } from './typst.ts';

/** An element of MathML, or its text. */
type Element =
  | {
      readonly name: string;
      readonly attributes: Readonly<Record<string, string>>;
      readonly children: Element[];
    }
  | string;

const ENTITIES: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: '\u00a0',
};

const decoded = (text: string): string =>
  text.replaceAll(/&(?:#x([0-9a-f]+)|#(\d+)|(\w+));/gi, (whole, hex, decimal, name) => {
    if (name) return ENTITIES[name] ?? whole;
    const point = hex ? Number.parseInt(hex, 16) : Number(decimal);
    return point <= 0x10ffff ? String.fromCodePoint(point) : '';
  });

/** Parses the well-formed MathML of KaTeX. */
function parse(source: string): Element[] {
  const root: Element[] = [];
  const open: Element[][] = [root];
  for (const [, close, name, attributes, single, text] of source.matchAll(
    /<(\/?)([\w-]+)([^>]*?)(\/?)>|([^<]+)/g,
  )) {
    const inside = open.at(-1)!;
    if (text !== undefined) inside.push(decoded(text));
    else if (close) {
      if (open.length > 1) open.pop();
    } else {
      const found = [...attributes!.matchAll(/([\w-]+)="([^"]*)"/g)].map(([, key, value]) => [
        key!,
        decoded(value!),
      ]);
      const element = { name: name!, attributes: Object.fromEntries(found), children: [] };
      inside.push(element);
      if (!single) open.push(element.children);
    }
  }
  return root;
}

const textOf = (element: Element): string =>
  typeof element === 'string' ? element : element.children.map(textOf).join('');

const bare = (text: string): string => text.replaceAll(/[\s\u2061-\u2064]+/g, ' ').trim();

/** Characters as math symbols, with their class and style. */
const symbols = (text: string): Child => [...text].map((one) => new Code(`[#symbol(${literal(one)})]`));

const VARIANTS: Readonly<Record<string, string>> = {
  normal: 'math.upright',
  bold: 'math.bold',
  'double-struck': 'math.bb',
  script: 'math.cal',
  fraktur: 'math.frak',
  'sans-serif': 'math.sans',
  monospace: 'math.mono',
};

const OPENING = /^[([{|‖⟨⌈⌊]$/;
const CLOSING = /^[)\]}|‖⟩⌉⌋]$/;
/** Accents by the mark over a letter. */
const ACCENTS: Readonly<Record<string, string>> = {
  '^': '\u0302',
  '~': '\u0303',
  '˙': '\u0307',
  '¨': '\u0308',
  '→': '\u20d7',
  ˉ: '\u0304',
  '´': '\u0301',
  '`': '\u0300',
  ˇ: '\u030c',
  '˘': '\u0306',
};

const parts = (element: Exclude<Element, string>): Code[] =>
  element.children
    .filter((child) => typeof child !== 'string' || child.trim() !== '')
    .map((child) => join(render(child)));

const attached = (
  element: Exclude<Element, string>,
  below: string | undefined,
  above: string | undefined,
): Child => {
  const [base, first, second] = parts(element);
  if (!base) return false;
  const named: Record<string, Code> = {};
  if (below !== undefined && first) named[below] = first;
  const over = below === undefined ? first : second;
  if (above !== undefined && over) named[above] = over;
  return call('math.attach', named, base);
};

/** A row; brackets around it are scaled to its height. */
function row(element: Exclude<Element, string>): Child {
  const children = element.children;
  const [first, last] = [children[0], children.at(-1)];
  const isFence = (one: Element | undefined, pattern: RegExp) =>
    typeof one === 'object' &&
    one.name === 'mo' &&
    (pattern.test(bare(textOf(one))) || bare(textOf(one)) === '') &&
    one.attributes.fence === 'true';
  const content = children.map(render);
  return children.length > 2 && isFence(first, OPENING) && isFence(last, CLOSING)
    ? call('math.lr', {}, content)
    : content;
}

/** The renderer of each MathML element; others render their children. */
const renderers: Readonly<Record<string, (element: Exclude<Element, string>) => Child>> = {
  annotation: () => false,
  mi: (element) => {
    const text = bare(textOf(element));
    const variant = VARIANTS[element.attributes.mathvariant ?? ''];
    if ([...text].length > 1) return call('math.op', {}, new Code(literal(text)));
    return variant ? call(variant, {}, symbols(text)) : symbols(text);
  },
  mn: (element) => new Code(literal(bare(textOf(element)))),
  mo: (element) => {
    const text = bare(textOf(element));
    return /^\p{L}{2,}$/u.test(text) ? call('math.op', {}, new Code(literal(text))) : symbols(text);
  },
  mtext: (element) => new Code(literal(textOf(element).replaceAll('\u00a0', ' '))),
  mspace: (element) => {
    const em = Number.parseFloat(element.attributes.width ?? '');
    if (element.attributes.linebreak === 'newline') return new Code('linebreak()');
    return em > 0 && em < 20 && new Code(`h(${em}em)`);
  },
  mfrac: (element) => {
    const [above, below] = parts(element);
    if (!above || !below) return false;
    return element.attributes.linethickness === '0px'
      ? call('math.binom', {}, above, below)
      : call('math.frac', {}, above, below);
  },
  msqrt: (element) => call('math.sqrt', {}, join(row(element))),
  mroot: (element) => {
    const [radicand, index] = parts(element);
    return radicand && index && call('math.root', {}, index, radicand);
  },
  msub: (element) => attached(element, 'b', undefined),
  msup: (element) => attached(element, undefined, 't'),
  msubsup: (element) => attached(element, 'b', 't'),
  munder: (element) => attached(element, 'b', undefined),
  munderover: (element) => attached(element, 'b', 't'),
  mover: (element) => {
    const mark = bare(textOf(element.children[1] ?? ''));
    const [base] = parts(element);
    if (base && (mark === '‾' || mark === '¯' || mark === '―')) return call('math.overline', {}, base);
    const accent = ACCENTS[mark];
    return base && accent
      ? call('math.accent', {}, base, new Code(literal(accent)))
      : attached(element, undefined, 't');
  },
  mtable: (element) => {
    const rows = element.children.filter((child) => typeof child === 'object');
    const cells = rows.map((one) =>
      one.children.filter((cell) => typeof cell === 'object').map((cell) => join(row(cell))),
    );
    const columns = Math.max(1, ...cells.map((one) => one.length));
    const filled = cells.map((one) => [
      ...one,
      ...Array.from({ length: columns - one.length }, () => join()),
    ]);
    const matrix = filled.map((one) => `(${one.map(({ source }) => `${source},`).join('')})`);
    return new Code(`math.mat(delim:none,${matrix.join(',')})`);
  },
  mrow: row,
  mphantom: (element) => call('hide', {}, row(element)),
};

const render = (element: Element): Child => {
  if (typeof element === 'string') return element.trim() === '' ? false : new Code(literal(element));
  return Object.hasOwn(renderers, element.name)
    ? renderers[element.name]!(element)
    : element.children.map(render);
};

// Typst limits the depth of formulas.
const MAX_DEPTH = 24;

const depthOf = (element: Element): number =>
  typeof element === 'string' ? 0 : 1 + Math.max(0, ...element.children.map(depthOf));

/** A formula; undefined if it is invalid or nested too deeply. */
export function equation(formula: string, isBlock: boolean): Code | undefined {
  const source = renderMath(formula, isBlock);
  if (source === undefined) return undefined;
  const elements = parse(source);
  if (Math.max(0, ...elements.map(depthOf)) > MAX_DEPTH) return undefined;
  return call('math.equation', { block: isBlock }, join(elements.map(render)));
}
