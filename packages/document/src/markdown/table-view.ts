import type { Data } from '../document.ts';
import type { Column } from './table-cells.ts';

/** Boolean attributes of grids and cards, and the field of the view that each sets. */
const flagsOf: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  grid: {
    'data-header-hidden': 'hideHeader',
    'data-header-sticky': 'stickyHeader',
    'data-first-column-sticky': 'stickyFirstColumn',
    'data-new-sizing': 'useNewSizing',
  },
  // The first name of a field is the one that is printed.
  cards: { 'data-column-title-hidden': 'hideColumnTitle', 'data-card-wrap': 'wrap', 'data-wrap': 'wrap' },
};

const flagNames = Object.values(flagsOf).flatMap((flags) => Object.keys(flags));

/** The roles of columns on cards, and the field of the view for each. */
export const roles: Readonly<Record<string, string>> = {
  'data-card-target': 'targetDefinition',
  'data-card-cover': 'coverDefinition',
  'data-card-cover-dark': 'coverDefinitionDark',
};

/** All attributes of a table element that define its view. */
export const viewAttributes: readonly string[] = ['data-view', 'data-card-size', ...flagNames];

/** Whether an attribute is absent or a flag without another value. */
export const isFlag = (value: string | undefined): boolean =>
  value === undefined || value === '' || value === 'true' || value === 'false';

/** Whether a flag is set; `"false"` is the same as its absence. */
export const isSet = (value: string | undefined): boolean => value !== undefined && value !== 'false';

/** The ids of visible columns. */
const shownIn = (columns: readonly Column[]): readonly string[] =>
  columns.filter((column) => !column.isHidden).map((column) => column.id);

/** The widths of columns, if any are set. */
const widthsOf = (columns: readonly Column[]): Data => {
  const wide = columns.filter((column) => column.width !== undefined);
  return wide.length > 0
    ? { columnWidths: Object.fromEntries(wide.map((column) => [column.id, column.width])) }
    : {};
};

/** A grid of columns. */
export const gridView = (columns: readonly Column[], hideHeader: boolean): Data => ({
  type: 'grid',
  columns: shownIn(columns),
  hideHeader,
  ...widthsOf(columns),
});

/** The view of a table from its attributes and columns; undefined if they do not fit a view. */
export function readView(
  own: Readonly<Record<string, string | undefined>>,
  columns: readonly (Column & { roles?: readonly string[] })[],
  isHeadless: boolean,
): Data | undefined {
  const type = own['data-view'] ?? 'grid';
  const flags = Object.hasOwn(flagsOf, type) ? flagsOf[type]! : undefined;
  const given = flagNames.filter((name) => isSet(own[name]));
  if (!flags || !flagNames.every((name) => isFlag(own[name]))) return undefined;
  if (!given.every((name) => Object.hasOwn(flags, name))) return undefined;
  // Cards that do not wrap are one row that scrolls; without the attribute, they wrap.
  const isOneRow = type === 'cards' && (own['data-card-wrap'] ?? own['data-wrap']) === 'false';
  const set = {
    ...(isOneRow && { wrap: false }),
    ...Object.fromEntries(given.map((name) => [flags[name], true])),
  };
  if (type === 'grid') {
    if (own['data-card-size'] !== undefined || columns.some((column) => column.roles)) return undefined;
    return { ...gridView(columns, isHeadless), ...set };
  }
  const cardSize = own['data-card-size'] ?? 'medium';
  const isKnown = cardSize === 'medium' || cardSize === 'large';
  if (!isKnown || isHeadless) return undefined;
  const played = columns.flatMap((column) => (column.roles ?? []).map((role) => [roles[role], column.id]));
  // Each role belongs to one column.
  if (new Set(played.map(([field]) => field)).size < played.length) return undefined;
  return {
    type,
    cardSize,
    columns: shownIn(columns),
    ...widthsOf(columns),
    ...Object.fromEntries(played),
    ...set,
  };
}

/** The attributes of a table element for a view. */
export function printView(view: Data): Readonly<Record<string, string | true | undefined>> {
  const isCards = view.type === 'cards';
  const flags = Object.entries(flagsOf[isCards ? 'cards' : 'grid']!);
  return {
    'data-view': isCards ? 'cards' : undefined,
    'data-card-size': isCards && view.cardSize === 'large' ? 'large' : undefined,
    ...Object.fromEntries(
      flags
        .filter(([, field], at) => flags.findIndex(([, other]) => other === field) === at)
        .map(([name, field]) => [name, view[field] ? true : undefined]),
    ),
    ...(isCards && view.wrap === false && { 'data-card-wrap': 'false' }),
  };
}

/** The attributes of a column head for its roles. */
export const printRoles = (view: Data, column: string): Readonly<Record<string, true | undefined>> =>
  Object.fromEntries(
    Object.entries(roles).map(([name, field]) => [name, view[field] === column ? true : undefined]),
  );

/** Whether a table with pipes can represent a view: a grid without options. */
export const isPlainView = (view: Data): boolean =>
  view.type === 'grid' &&
  view.columnWidths === undefined &&
  !Object.values(flagsOf.grid!).some((field) => view[field]);
