const MAX_LENGTH = 100;

/** The slug of a title: lower case, words joined by hyphens, accents of Latin letters dropped, marks of other scripts preserved. */
export const slugOf = (title: string): string => {
  const plain = title
    .normalize('NFKD')
    .replace(/(\p{Script=Latin})\p{M}+/gu, '$1')
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\p{M}]+/gu, '-');
  const cut = [...plain].slice(0, MAX_LENGTH).join('');
  // A slug does not start with a combining mark.
  return cut.replace(/^[-\p{M}]+|-+$/gu, '') || 'page';
};

/** The slug, or the first free one of slug-1, slug-2, … */
export const freeSlug = (slug: string, isTaken: (slug: string) => boolean): string => {
  if (!isTaken(slug)) return slug;
  for (let number = 1; ; number++) {
    const ending = `-${number}`;
    const candidate = [...slug].slice(0, MAX_LENGTH - ending.length).join('') + ending;
    if (!isTaken(candidate)) return candidate;
  }
};
