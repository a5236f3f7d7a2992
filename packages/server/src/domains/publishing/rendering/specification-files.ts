/** Until when a page may be shown that lacks what is still being read: for no longer than this one answer. */
export const NOT_WHOLE = Number.NEGATIVE_INFINITY;

/** Where the files of a space stand for those who go by addresses. */
export const FOLDER = 'file:///';

/** The name of a file of a space that an address means; undefined for what is elsewhere. */
export const nameIn = (url: string): string | undefined => {
  if (!url.startsWith(FOLDER)) return undefined;
  const name = url.split(/[?#]/, 1)[0]!.split('/').at(-1)!;
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
};

/** Whether a text may be a specification of version 2. */
export const isOfTwo = (text: string): boolean => /(?:^|[\s{,"'])swagger["']?\s*:/.test(text);
