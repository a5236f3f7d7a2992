const NAME_BYTES = 255;

/** A name that is one on every system: no folders, nothing invisible that turns its letters around, not too long. */
export const fileNameOf = (wanted: string): string => {
  const plain = wanted
    .normalize('NFC')
    .replaceAll(/[\p{Cc}\u202a-\u202e\u2066-\u2069/\\]+/gu, '-')
    .replaceAll(/^[\s.]+|[\s.]+$/g, '');
  return shortened(plain || 'file', '');
};

/** The name, or the first of name-1, name-2, … that is not taken. */
export const freeFileName = (name: string, isTaken: (name: string) => boolean): string => {
  for (let number = 0; ; number++) {
    const candidate = number === 0 ? name : shortened(name, `-${number}`);
    if (!isTaken(candidate)) return candidate;
  }
};

// Puts something before the ending, and cuts what stands before that.
const shortened = (name: string, addition: string): string => {
  const ending = /[^.](\.[^.]{1,20})$/u.exec(name)?.[1] ?? '';
  const stem = [...name.slice(0, name.length - ending.length)];
  const tail = addition + ending;
  let bytes = Buffer.byteLength(stem.join('')) + Buffer.byteLength(tail);
  while (bytes > NAME_BYTES) bytes -= Buffer.byteLength(stem.pop()!);
  return stem.join('') + tail;
};
