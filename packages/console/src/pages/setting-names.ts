/** The parts of the layout of a page that can be hidden, with their names. */
export const LAYOUT = [
  ['title', 'Title'],
  ['description', 'Description'],
  ['cover', 'Cover'],
  ['tableOfContents', 'Table of contents'],
  ['outline', 'Outline'],
  ['pagination', 'Next and previous page'],
  ['metadata', 'Last change'],
  ['tags', 'Tags'],
  ['actions', 'Page actions'],
  ['anchors', 'Links at headings'],
] as const;

/** The ways in which a page can be hidden, with their names. */
export const VISIBILITY = [
  ['hidden', 'Not in the table of contents'],
  ['noIndex', 'Not found by the search of the site'],
  ['noRobotsIndex', 'Not found by search engines'],
] as const;

/** The names of other settings of a page. */
export const SETTINGS = {
  slug: 'Address',
  linkTitle: 'Title in the table of contents',
  condition: 'Shown if',
  wide: 'Wide',
  cover: 'Cover',
  coverDark: 'Cover in dark mode',
} as const;
