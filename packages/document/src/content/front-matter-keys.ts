import type { PageRecord } from './records.ts';

/** The keys of front matter that the fields of a page are written to, except those of its layout. */
export const FRONT_MATTER_KEYS = {
  description: ['description'],
  icon: ['icon'],
  emoji: ['emoji'],
  hidden: ['hidden'],
  condition: ['if'],
  noIndex: ['noIndex'],
  noRobotsIndex: ['noRobotsIndex'],
  variables: ['vars'],
  tags: ['tags'],
  cover: ['cover', 'coverDark', 'coverY', 'coverHeight'],
} as const satisfies Partial<Record<keyof PageRecord, readonly string[]>>;

/** The remaining front matter of a page after an edit: a field that is set replaces the invalid value of its key. */
export const moreAfter = (
  more: PageRecord['more'],
  patch: Readonly<Record<string, unknown>>,
): PageRecord['more'] => {
  const replaced = new Set<string>(
    Object.entries(FRONT_MATTER_KEYS).flatMap(([field, keys]) => (Object.hasOwn(patch, field) ? keys : [])),
  );
  const left = Object.entries(more ?? {}).filter(([key]) => !replaced.has(key));
  return left.length > 0 ? Object.fromEntries(left) : undefined;
};
