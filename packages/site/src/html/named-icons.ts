import { Html, h } from './html.ts';

/** The style of an icon in content, such as `fa-solid`, which follows the site instead. */
const STYLE = /^(?:fa[a-z]?|fa-(?:solid|regular|brands|light|thin|duotone|sharp|classic|fw))$/;
const NAME = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;
const MAX_NAME_LENGTH = 60;

/** The plain name of an icon in content, without its style; undefined if it has no name. */
export function iconNameOf(name: unknown): string | undefined {
  if (typeof name !== 'string' || name.length > 2 * MAX_NAME_LENGTH) return undefined;
  const words = name.trim().toLowerCase().split(/\s+/);
  const plain = words.find((word) => !STYLE.test(word))?.replace(/^fa-/, '');
  return plain !== undefined && plain.length <= MAX_NAME_LENGTH && NAME.test(plain) ? plain : undefined;
}

/** An icon by its name in content as an SVG image; undefined if it has no name. */
export function iconImage(name: unknown, symbolOf: SymbolOf, color: string): string | undefined {
  const plain = iconNameOf(name);
  if (plain === undefined) return undefined;
  const { viewBox, path } = symbolOf(plain);
  const stroke = { stroke: color, 'stroke-width': 2, 'stroke-linecap': 'round', 'stroke-linejoin': 'round' };
  const image = h(
    'svg',
    { xmlns: 'http://www.w3.org/2000/svg', viewBox, color, fill: 'none', ...stroke },
    path,
  );
  return image.toString();
}

/** An icon by its name in content, drawn by the symbol that `withIconSymbols` adds to the page; undefined if it has no name. */
export function namedIcon(name: unknown, className?: string): Html | undefined {
  const plain = iconNameOf(name);
  if (plain === undefined) return undefined;
  return h(
    'svg',
    {
      class: className ? `icon ${className}` : 'icon',
      width: 16,
      height: 16,
      'aria-hidden': 'true',
    },
    h('use', { href: `#${SYMBOL_PREFIX}${plain}` }),
  );
}

/** The ids of symbols; ids of content cannot begin with a tilde. */
const SYMBOL_PREFIX = '~icon-';
const USE = new RegExp(`<use href="#${SYMBOL_PREFIX}([a-z0-9-]+)">`, 'g');

/** The symbol of a name. */
export type SymbolOf = (name: string) => { readonly viewBox: string; readonly path: Html };

const symbol = (id: string, { viewBox, path }: ReturnType<SymbolOf>): Html =>
  h('symbol', { id, viewBox }, path);

const ATTRIBUTION = new Html('<!-- Font Awesome Free (https://fontawesome.com), CC BY 4.0 -->');

/** Adds the symbols of the icons that a page uses, each once, to the end of its body. */
export function withIconSymbols(html: string, symbolOf: SymbolOf): string {
  const names = [...new Set([...html.matchAll(USE)].map(([, name]) => name!))];
  if (names.length === 0) return html;
  const symbols = names.map((name) => symbol(SYMBOL_PREFIX + name, symbolOf(name)));
  const at = html.lastIndexOf('</body>');
  return `${html.slice(0, at)}${h('svg', { class: 'symbols', 'aria-hidden': 'true' }, ATTRIBUTION, symbols)}${html.slice(at)}`;
}

/** Draws the icons of HTML by files instead of symbols of the page. */
export const withIconFiles = (html: string, urlOf: (name: string) => string): string =>
  html.replaceAll(USE, (_, name: string) => `<use href="${urlOf(name)}">`);

/** A file with one icon, as a symbol with the id `icon`. */
export const iconFile = (icon: ReturnType<SymbolOf>): string =>
  h(
    'svg',
    { xmlns: 'http://www.w3.org/2000/svg', viewBox: icon.viewBox },
    ATTRIBUTION,
    symbol('icon', icon),
  ).toString();
