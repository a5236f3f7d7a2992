import mammoth from 'mammoth';

/** A document of a word processor as HTML, with its pictures beside it. */
export interface ReadDocx {
  readonly html: string;
  readonly pictures: readonly { readonly name: string; readonly bytes: Uint8Array }[];
  /** What was not understood, in words, each once. */
  readonly lost: readonly string[];
}

const EXTENSIONS: Readonly<Record<string, string>> = {
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'image/gif': 'gif',
  'image/svg+xml': 'svg',
  'image/webp': 'webp',
  'image/bmp': 'bmp',
  'image/tiff': 'tiff',
  'image/x-emf': 'emf',
  'image/x-wmf': 'wmf',
};

/** Reads a .docx; styles of documents of ours become the blocks that they mean. */
export const readDocx = async (bytes: Uint8Array): Promise<ReadDocx> => {
  const pictures: { name: string; bytes: Uint8Array }[] = [];
  const { value, messages } = await mammoth.convertToHtml({ buffer: Buffer.from(bytes) }, {
    styleMap: [
      "p[style-name='Title'] => h1:fresh",
      "p[style-name='Subtitle'] => p:fresh",
      "p[style-name='Quote'] => blockquote > p:fresh",
      "p[style-name='Intense Quote'] => blockquote > p:fresh",
      "p[style-name='Code'] => pre:separator('\\n')",
      "p[style-name='Source Code'] => pre:separator('\\n')",
      "r[style-name='Verbatim Char'] => code",
    ],
    convertImage: mammoth.images.imgElement(async (image) => {
      const name = `picture-${pictures.length + 1}.${EXTENSIONS[image.contentType] ?? 'bin'}`;
      pictures.push({ name, bytes: new Uint8Array(await image.readAsBuffer()) });
      return { src: name };
    }),
    // Links to files beside the document would be read from this machine.
    externalFileAccess: false,
  } as Parameters<typeof mammoth.convertToHtml>[1]);
  return { html: value, pictures, lost: [...new Set(messages.map(({ message }) => message))] };
};
