/** The formats of uploaded fonts. */
export type FontFormat = 'woff2' | 'woff';

/** The number of bytes that tell the format. */
export const FONT_HEAD_BYTES = 12;

const SIGNATURES: Readonly<Record<string, FontFormat>> = { wOF2: 'woff2', wOFF: 'woff' };

/** The format of a font by its first bytes; undefined for other files and for parts of a font. */
export const fontFormatOf = (head: Buffer, size: number): FontFormat | undefined => {
  if (head.length < FONT_HEAD_BYTES) return undefined;
  // Both formats name their own length after the signature and the flavor.
  return head.readUInt32BE(8) === size ? SIGNATURES[head.toString('latin1', 0, 4)] : undefined;
};
