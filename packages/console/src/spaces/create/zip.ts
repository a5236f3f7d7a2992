/** A file of an archive. */
export interface ZipEntry {
  /** With slashes. */
  readonly path: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

const CRC_TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let value = byte;
  for (let bit = 0; bit < 8; bit++) value = value & 1 ? 0xedb88320 ^ (value >>> 1) : value >>> 1;
  return value;
});

/** The CRC-32 of bytes. */
export const crc32 = (bytes: Uint8Array): number => {
  let value = 0xffffffff;
  for (const byte of bytes) value = CRC_TABLE[(value ^ byte) & 0xff]! ^ (value >>> 8);
  return (value ^ 0xffffffff) >>> 0;
};

const VERSION = 20;
// Names are in UTF-8.
const FLAGS = 0x0800;
const LOCAL = 0x04034b50;
const CENTRAL = 0x02014b50;
const END = 0x06054b50;

// Little-endian numbers of two (`h`) and four (`w`) bytes.
const record = (layout: string, numbers: readonly number[]): Uint8Array<ArrayBuffer> => {
  const view = new DataView(
    new ArrayBuffer([...layout].reduce((sum, kind) => sum + (kind === 'h' ? 2 : 4), 0)),
  );
  let at = 0;
  [...layout].forEach((kind, index) => {
    if (kind === 'h') view.setUint16(at, numbers[index]!, true);
    else view.setUint32(at, numbers[index]!, true);
    at += kind === 'h' ? 2 : 4;
  });
  return new Uint8Array(view.buffer);
};

/** The parts of a ZIP archive without compression, for archives below 4 GB and 65,535 files. */
export const zipParts = (entries: readonly ZipEntry[]): readonly Uint8Array<ArrayBuffer>[] => {
  const files: Uint8Array<ArrayBuffer>[] = [];
  const directory: Uint8Array<ArrayBuffer>[] = [];
  let offset = 0;
  for (const { path, bytes } of entries) {
    const name = new TextEncoder().encode(path);
    // Method 0, no time, sizes, and no extra field.
    const facts = [VERSION, FLAGS, 0, 0, 0, crc32(bytes), bytes.length, bytes.length, name.length, 0];
    const header = record('whhhhhwwwhh', [LOCAL, ...facts]);
    files.push(header, name, bytes);
    directory.push(record('whhhhhhwwwhhhhhww', [CENTRAL, VERSION, ...facts, 0, 0, 0, 0, offset]), name);
    offset += header.length + name.length + bytes.length;
  }
  const size = directory.reduce((sum, part) => sum + part.length, 0);
  const { length } = entries;
  return [...files, ...directory, record('whhhhwwh', [END, 0, 0, length, length, size, offset, 0])];
};
