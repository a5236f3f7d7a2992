const MAX_LENGTH = 100;
/** Slugs become names of files, of which file systems accept 255 bytes with an ending. */
const MAX_BYTES = 240;

/** The start of a text, up to a number of characters and of bytes in UTF-8. */
const shortened = (text: string, characters: number, bytes: number): string => {
  const encoder = new TextEncoder();
  let left = bytes;
  const kept: string[] = [];
  for (const character of [...text].slice(0, characters)) {
    left -= encoder.encode(character).length;
    if (left < 0) break;
    kept.push(character);
  }
  return kept.join('');
};

/** The slug of a title: lower case, words joined by hyphens, accents of Latin letters dropped, marks of other scripts preserved. */
export const slugOf = (title: string): string => {
  const plain = title
    .normalize('NFKD')
    .replace(/(\p{Script=Latin})\p{M}+/gu, '$1')
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\p{M}]+/gu, '-');
  const cut = shortened(plain, MAX_LENGTH, MAX_BYTES);
  // A slug does not start with a combining mark.
  return cut.replace(/^[-\p{M}]+|-+$/gu, '') || 'page';
};

/** The slug, or the first free one of slug-1, slug-2, … */
export const freeSlug = (slug: string, isTaken: (slug: string) => boolean): string => {
  if (!isTaken(slug)) return slug;
  for (let number = 1; ; number++) {
    const ending = `-${number}`;
    const candidate = shortened(slug, MAX_LENGTH - ending.length, MAX_BYTES - ending.length) + ending;
    if (!isTaken(candidate)) return candidate;
  }
};
