import { readBuiltFile } from '../built-file.ts';
import { h } from './html.ts';
import { type IconName, isOwnIcon, ownSymbol } from './icons.ts';
import type { SymbolOf } from './named-icons.ts';

/** The width, the height and the path of an icon. */
type Shape = readonly [width: number, height: number, path: string];

/** The icons of Font Awesome Free (CC BY 4.0) by style and name, and other names of them. */
export interface IconSet {
  readonly regular: Readonly<Record<string, Shape>>;
  readonly solid: Readonly<Record<string, Shape>>;
  readonly brands: Readonly<Record<string, Shape>>;
  readonly aliases: Readonly<Record<string, string>>;
}

const EMPTY: IconSet = { regular: {}, solid: {}, brands: {}, aliases: {} };

/** Reads the icons that the build has collected; called once. */
export const readIconSet = (): IconSet => {
  const file = readBuiltFile('icons.json');
  return file ? (JSON.parse(file.toString()) as IconSet) : EMPTY;
};

/** Own icons with the names that Font Awesome gives the same drawings. */
const SAME: Readonly<Record<string, IconName>> = {
  'magnifying-glass': 'search',
  bars: 'menu',
  xmark: 'close',
  'circle-info': 'info',
  'triangle-exclamation': 'warning',
  'octagon-exclamation': 'danger',
  pencil: 'edit',
  pen: 'edit',
  'puzzle-piece': 'puzzle',
  'cart-shopping': 'cart',
  'folder-tree': 'tree',
  'code-branch': 'branch',
  'chart-simple': 'chart',
  palette: 'paint',
  'list-ul': 'list',
};

/** Free icons for frequent names that Font Awesome sells. */
const SUBSTITUTES: Readonly<Record<string, string>> = {
  'arrow-up-right': 'arrow-up-right-from-square',
  'book-sparkles': 'book',
  'brackets-curly': 'code',
  'code-simple': 'code',
  'external-link': 'arrow-up-right-from-square',
  grid: 'table-cells-large',
  'grid-2': 'table-cells-large',
  'hand-wave': 'hand',
  'paintbrush-pencil': 'paintbrush',
  'rocket-launch': 'rocket',
  'screwdriver-wrench': 'screwdriver-wrench',
  'shield-check': 'shield-halved',
  sparkle: 'wand-magic-sparkles',
  sparkles: 'wand-magic-sparkles',
  'square-terminal': 'terminal',
  timer: 'stopwatch',
};

/** Shown for names without any icon. */
const UNKNOWN = 'circle-dot';

/** Shorter names that a name contains: `cloud-binary` contains `cloud`. */
function shorterNames(name: string): readonly string[] {
  const words = name.split('-');
  const starts = words.slice(1).map((_, at) => words.slice(0, words.length - 1 - at).join('-'));
  return [...starts, ...words.slice(1)];
}

const own = <Value>(table: Readonly<Record<string, Value>>, name: string): Value | undefined =>
  Object.hasOwn(table, name) ? table[name] : undefined;

/**
 * Finds icons by name. Every name has one: an outline, if there is one and the site does not want solid icons; else the solid
 * icon, a brand, an icon with a similar name, or a circle.
 */
export function createSymbols(icons: IconSet, style: string = 'regular'): SymbolOf {
  const outlines = style !== 'solid';
  const find = (name: string): ReturnType<SymbolOf> | undefined => {
    const known = own(icons.aliases, name) ?? name;
    const drawn = own(SAME, known) ?? (isOwnIcon(known) ? known : undefined);
    if (outlines && drawn) return ownSymbol(drawn);
    const shape =
      (outlines && own(icons.regular, known)) ||
      own(icons.solid, known) ||
      own(icons.regular, known) ||
      own(icons.brands, known);
    if (!shape) return drawn && ownSymbol(drawn);
    const [width, height, path] = shape;
    return {
      viewBox: `0 0 ${width} ${height}`,
      path: h('path', { d: path, fill: 'currentColor', stroke: 'none' }),
    };
  };
  return (name) => {
    const names = [name, own(SUBSTITUTES, name) ?? name, ...shorterNames(name), UNKNOWN];
    for (const one of names) {
      const found = find(one);
      if (found) return found;
    }
    return ownSymbol('circle-check');
  };
}
