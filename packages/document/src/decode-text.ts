// The characters 0x80 to 0x9f of windows-1252; Node 20 decodes them as control characters.
const WINDOWS_1252 = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ';

// Byte order marks of UTF-16.
const byteOrderMarks = [
  ['utf-16le', 0xff, 0xfe],
  ['utf-16be', 0xfe, 0xff],
] as const;

const decoded = (encoding: string, bytes: Uint8Array): string => new TextDecoder(encoding).decode(bytes);

/** Decodes bytes, and returns their encoding if they are not valid UTF-8. */
export const decodeText = (bytes: Uint8Array): { text: string; encoding?: string } => {
  const marked = byteOrderMarks.find(([, first, second]) => bytes[0] === first && bytes[1] === second);
  if (marked) return { text: decoded(marked[0], bytes), encoding: marked[0] };
  const text = decoded('utf-8', bytes);
  const isValid = !text.includes('\uFFFD') || isUtf8(bytes);
  if (isValid) return { text };
  // A few damaged bytes in UTF-8 do not indicate another encoding.
  const [damaged, valid] = [/\uFFFD/g, /[^\0-\x7f\uFFFD]/g].map((kind) => text.match(kind)?.length ?? 0);
  if (valid! > damaged!) return { text, encoding: 'utf-8' };
  // The fallback: every byte is valid in it, and other old encodings cannot be detected.
  const old = decoded('windows-1252', bytes);
  return {
    text: old.replace(/[\u0080-\u009f]/g, (one) => WINDOWS_1252[one.charCodeAt(0) - 0x80]!),
    encoding: 'windows-1252',
  };
};

const isUtf8 = (bytes: Uint8Array): boolean => {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return true;
  } catch {
    return false;
  }
};
