import mammoth from 'mammoth';

/** A Word document as HTML, with its images. */
export interface DocxContent {
  readonly html: string;
  readonly images: readonly { readonly name: string; readonly bytes: Uint8Array }[];
  /** Distinct messages about content that could not be converted. */
  readonly warnings: readonly string[];
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

/** Converts a .docx to HTML; styles for quotes and code become the corresponding elements. */
export const docxToHtml = async (bytes: Uint8Array): Promise<DocxContent> => {
  const images: { name: string; bytes: Uint8Array }[] = [];
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
      const name = `picture-${images.length + 1}.${EXTENSIONS[image.contentType] ?? 'bin'}`;
      images.push({ name, bytes: new Uint8Array(await image.readAsBuffer()) });
      return { src: name };
    }),
    // External files would be read from the disk of the server.
    externalFileAccess: false,
  } as Parameters<typeof mammoth.convertToHtml>[1]);
  return { html: value, images, warnings: [...new Set(messages.map(({ message }) => message))] };
};
