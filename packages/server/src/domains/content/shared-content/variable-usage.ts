// Markdown may have backslashes before underscores.
const VARIABLE =
  /\bspace\s*(?:\?\.|\.)\s*vars\s*(?:(?:\?\.|\.)\s*([A-Za-z][\w\\]*)|(?:\?\.)?\[\s*["']([A-Za-z][\w\\]*)["']\s*\])/g;

/** The names of the variables of the space that a text of Markdown or an expression uses. */
export const variablesIn = (text: string): ReadonlySet<string> =>
  new Set(
    [...text.matchAll(VARIABLE)].map(([, named, quoted]) => (named ?? quoted ?? '').replaceAll('\\', '')),
  );
