/** Decodes the percent-encoding of a text; invalid encoding is left unchanged. */
export const decodeUri = (text: string): string => {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
};
