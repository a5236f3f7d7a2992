import { PERIODS, type Period } from './insights/ranges.ts';

/** The filter of the list of sites, as the address has it. */
export interface SitesSearch {
  readonly title?: string;
  readonly state?: 'published' | 'draft';
}

/** Reads the filter from an address. */
export const sitesSearch = ({ title, state }: Record<string, unknown>): SitesSearch => ({
  // The router reads digits as a number.
  ...((typeof title === 'string' || typeof title === 'number') && title !== '' && { title: String(title) }),
  ...((state === 'published' || state === 'draft') && { state }),
});

/** What a preview shows, as the address has it. */
export interface PreviewSearch {
  /** The claims of a visitor. */
  readonly claims?: Readonly<Record<string, unknown>>;
}

/** Reads from an address what a preview shows. */
export const previewSearch = ({ claims }: Record<string, unknown>): PreviewSearch =>
  typeof claims === 'object' && claims !== null && !Array.isArray(claims)
    ? { claims: claims as Record<string, unknown> }
    : {};

/** The chosen entry of a structure, as the address has it. */
export interface StructureSearch {
  readonly item?: string;
}

/** Reads the chosen entry from an address. */
export const structureSearch = ({ item }: Record<string, unknown>): StructureSearch =>
  typeof item === 'string' && item !== '' ? { item } : {};

/** The filter of redirects, as the address has it. */
export interface RedirectsSearch {
  readonly search?: string;
}

/** Reads the filter of redirects from an address. */
export const redirectsSearch = ({ search }: Record<string, unknown>): RedirectsSearch =>
  // The router reads digits as a number.
  (typeof search === 'string' || typeof search === 'number') && search !== ''
    ? { search: String(search) }
    : {};

/** The site space whose customization is shown, as the address has it. */
export interface CustomizationSearch {
  readonly space?: string;
}

/** Reads the chosen site space from an address. */
export const customizationSearch = ({ space }: Record<string, unknown>): CustomizationSearch =>
  typeof space === 'string' && space !== '' ? { space } : {};

/** What insights show, as the address has it. */
export interface InsightsSearch {
  readonly period?: Period;
  /** The id of a site space. */
  readonly section?: string;
  readonly space?: string;
  /** The ids of the space and the page, with a slash between them. */
  readonly page?: string;
}

/** Reads the period of insights, and what they are limited to, from an address. */
export const insightsSearch = (search: Record<string, unknown>): InsightsSearch => {
  const known = PERIODS.find(({ id }) => id === search.period);
  const limits = (['section', 'space', 'page'] as const).filter(
    (name) => typeof search[name] === 'string' && search[name] !== '',
  );
  return {
    ...(known && { period: known.id }),
    ...Object.fromEntries(limits.map((name) => [name, search[name]])),
  };
};
