/** The domains in a text that somebody typed or pasted, also those of addresses. */
export const parseDomains = (text: string): readonly string[] => [
  ...new Set(
    text
      .split(/[\s,;]+/)
      .map((word) => word.replace(/^.*@/, '').toLowerCase())
      .filter(Boolean),
  ),
];
