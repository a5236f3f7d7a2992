const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

/** Escapes text for the content of an XML or HTML element. */
export const escapeXml = (text: string): string =>
  text.replace(/[&<>]/g, (character) => entities[character]!);
