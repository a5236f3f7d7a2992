const MAX_BYTES = 255;

/** Makes a file name valid on every system: no folders, control or bidirectional characters, at most 255 bytes. */
export const fileNameOf = (wanted: string): string => {
  const plain = wanted
    .normalize('NFC')
    .replaceAll(/[\p{Cc}\u202a-\u202e\u2066-\u2069/\\]+/gu, '-')
    .replaceAll(/^[\s.]+|[\s.]+$/g, '');
  return withSuffix(plain || 'file', '');
};

/** The name, or the first free one of name-1, name-2, … */
export const freeFileName = (name: string, isTaken: (name: string) => boolean): string => {
  for (let number = 0; ; number++) {
    const candidate = number === 0 ? name : withSuffix(name, `-${number}`);
    if (!isTaken(candidate)) return candidate;
  }
};

// Inserts a suffix before the file extension, and truncates the stem to fit.
const withSuffix = (name: string, suffix: string): string => {
  const extension = /[^.](\.[^.]{1,20})$/u.exec(name)?.[1] ?? '';
  const stem = [...name.slice(0, name.length - extension.length)];
  const tail = suffix + extension;
  let bytes = Buffer.byteLength(stem.join('')) + Buffer.byteLength(tail);
  while (bytes > MAX_BYTES) bytes -= Buffer.byteLength(stem.pop()!);
  return stem.join('') + tail;
};
