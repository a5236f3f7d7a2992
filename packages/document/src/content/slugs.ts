const LONGEST = 100;

/** The part of a path that a title becomes: lower case, words joined by hyphens, accents of Latin letters dropped, letters of every other script kept with their marks. */
export const slugOf = (title: string): string => {
  const plain = title
    .normalize('NFKD')
    .replace(/(\p{Script=Latin})\p{M}+/gu, '$1')
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\p{M}]+/gu, '-');
  const cut = [...plain].slice(0, LONGEST).join('');
  // A mark alone is no beginning of a name.
  return cut.replace(/^[-\p{M}]+|-+$/gu, '') || 'page';
};

/** The slug itself, or the first of slug-1, slug-2, … that is not taken. */
export const freeSlug = (slug: string, isTaken: (slug: string) => boolean): string => {
  if (!isTaken(slug)) return slug;
  for (let number = 1; ; number++) {
    const ending = `-${number}`;
    const candidate = [...slug].slice(0, LONGEST - ending.length).join('') + ending;
    if (!isTaken(candidate)) return candidate;
  }
};
