const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

/** Escapes text for the content of an XML or HTML element. */
export const escapeXml = (text: string): string =>
  text.replace(/[&<>]/g, (character) => entities[character]!);

/** Escapes text for the content of an element or for an attribute value in double quotes. */
export const escapeAttribute = (text: string): string => escapeXml(text).replaceAll('"', '&quot;');
