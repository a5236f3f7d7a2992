const EMAIL = /^[^\s@<>]+@[^\s@<>]+\.[^\s@<>]+$/;

/** The addresses in a text that somebody pasted, and the words in it that are none. */
export const parseEmails = (
  text: string,
): { readonly emails: readonly string[]; readonly wrong: readonly string[] } => {
  // “Ann Lee <ann@example.com>” names one address.
  const words = text
    .split(/[,;\n]+/)
    .map((part) => /<([^<>]*)>\s*$/.exec(part)?.[1] ?? part)
    .flatMap((part) => part.split(/\s+/))
    .filter(Boolean);
  const unique = [...new Map(words.map((word) => [word.toLowerCase(), word])).values()];
  return {
    emails: unique.filter((word) => EMAIL.test(word)),
    wrong: unique.filter((word) => !EMAIL.test(word)),
  };
};
