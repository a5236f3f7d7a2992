import { invalid } from '../../../kernel/errors/errors.ts';
import type { SiteView } from '../structure/structure.service.ts';
import type { SiteSpaceRow } from '../structure/structure.store.ts';
import type { SiteSearch } from './search.contract.ts';

/** The scope of a search: the whole site, some site spaces, or the default site space of each section. */
export type SearchScope =
  | { readonly mode: 'all' }
  | { readonly mode: 'specific'; readonly ids: readonly string[] }
  | { readonly mode: 'default'; readonly current: string | undefined };

const missing = (path: string, mode: string) =>
  invalid({ path, message: `is required in the search mode ${mode}` });

const toSpecificScope = (ids: readonly string[] | undefined, path: string): SearchScope => {
  if (!ids) throw missing(path, 'specific');
  return { mode: 'specific', ids };
};

/**
 * Parses the scope of a search request, in its current or its deprecated form; the default is the whole site.
 */
export const parseScope = ({ scope, mode, siteSpaceIds, siteSpaceId }: SiteSearch): SearchScope => {
  if (scope?.mode === 'specific') return toSpecificScope(scope.siteSpaceIds, 'body.scope.siteSpaceIds');
  if (scope)
    return scope.mode === 'all' ? { mode: 'all' } : { mode: 'default', current: scope.currentSiteSpace };
  if (mode === 'specific' || (mode === undefined && siteSpaceIds))
    return toSpecificScope(siteSpaceIds, 'body.siteSpaceIds');
  if (mode !== 'current') return { mode: 'all' };
  if (siteSpaceId === undefined) throw missing('body.siteSpaceId', 'current');
  return { mode: 'default', current: siteSpaceId };
};

// The variant of each section in the reader's language, or else its default variant.
const defaultSpaces = (
  { structure, spaces }: SiteView,
  visible: readonly SiteSpaceRow[],
  current?: SiteSpaceRow,
) => {
  const languageOf = (row: SiteSpaceRow) => spaces.get(row.space_id)?.language ?? 'en';
  const inSection = (id: string | null) => visible.filter((row) => row.section_id === id);
  return [null, ...structure.sections.map(({ id }) => id)].flatMap((section) => {
    const variants = inSection(section);
    const first = variants.find((row) => structure.defaultVariants.has(row.id));
    const alike =
      current && [first, ...variants].find((row) => row && languageOf(row) === languageOf(current));
    return alike ?? first ?? [];
  });
};

/** The ids of the spaces to search: only those that the site shows to the reader. */
export const spacesIn = (view: SiteView, scope: SearchScope): string[] => {
  const visible = view.structure.siteSpaces.filter((row) => view.spaces.has(row.space_id));
  const chosen = (): readonly SiteSpaceRow[] => {
    if (scope.mode === 'all') return visible;
    if (scope.mode === 'specific') return visible.filter((row) => scope.ids.includes(row.id));
    const current = visible.find((row) => row.id === scope.current);
    return [...defaultSpaces(view, visible, current), ...(current ? [current] : [])];
  };
  return [...new Set(chosen().map((row) => row.space_id))];
};
