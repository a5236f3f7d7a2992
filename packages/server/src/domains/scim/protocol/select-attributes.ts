import { attributePathOf } from './parse-filter.ts';

/** The attributes to include in a response, from the query. */
export interface AttributeSelection {
  readonly attributes?: string | undefined;
  readonly excludedAttributes?: string | undefined;
}

// These attributes are always returned.
const ALWAYS = new Set(['schemas', 'id']);

const pathsOf = (list: string | undefined): ReadonlySet<string> | undefined => {
  const paths = (list ?? '').split(',').flatMap((text) => attributePathOf(text.trim()) ?? []);
  return paths.length === 0 ? undefined : new Set(paths);
};

const partsOf = (paths: ReadonlySet<string>, name: string) =>
  new Set([...paths].flatMap((path) => (path.startsWith(`${name}.`) ? [path.slice(name.length + 1)] : [])));

type Value = Readonly<Record<string, unknown>>;

const filtered = (value: unknown, isKept: (part: string) => boolean): unknown => {
  if (Array.isArray(value)) return value.map((item) => filtered(item, isKept));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).filter(([part]) => isKept(part.toLowerCase())));
};

/** Whether a response includes an attribute; others need not be loaded. */
export const isSelected = (
  { attributes, excludedAttributes }: AttributeSelection,
  attribute: string,
): boolean => {
  const name = attribute.toLowerCase();
  const wanted = pathsOf(attributes);
  if (wanted) return wanted.has(name) || partsOf(wanted, name).size > 0;
  return !pathsOf(excludedAttributes)?.has(name);
};

/** Returns a resource with the selected attributes only. */
export const selectAttributes = <Resource extends Value>(
  resource: Resource,
  selection: AttributeSelection,
): Resource => {
  const wanted = pathsOf(selection.attributes);
  const unwanted = pathsOf(selection.excludedAttributes);
  if (!wanted && !unwanted) return resource;
  const entries = Object.entries(resource).flatMap(([attribute, value]) => {
    const name = attribute.toLowerCase();
    if (ALWAYS.has(name)) return [[attribute, value]];
    if (!isSelected(selection, name)) return [];
    const parts = partsOf(wanted ?? unwanted!, name);
    if (parts.size === 0 || wanted?.has(name)) return [[attribute, value]];
    return [[attribute, filtered(value, (part) => parts.has(part) === (wanted !== undefined))]];
  });
  return Object.fromEntries(entries) as Resource;
};
