import { buffer } from 'node:stream/consumers';
import yazl from 'yazl';

/** A ZIP archive of files. Names that end with a slash are folders; `modes` sets file modes. */
export const zipOf = (
  files: Readonly<Record<string, string | Uint8Array>>,
  modes: Readonly<Record<string, number>> = {},
): Promise<Buffer> => {
  const zip = new yazl.ZipFile();
  for (const [name, content] of Object.entries(files)) {
    if (name.endsWith('/')) zip.addEmptyDirectory(name);
    else zip.addBuffer(Buffer.from(content as Uint8Array), name, { mode: modes[name] ?? 0o100644 });
  }
  zip.end();
  return buffer(zip.outputStream);
};

/** Replaces bytes by others of the same length, to corrupt an archive. */
export const replaceBytes = (bytes: Buffer, from: string | Buffer, to: string | Buffer): Buffer => {
  const [before, after] = [Buffer.from(from as string, 'latin1'), Buffer.from(to as string, 'latin1')];
  if (before.length !== after.length) throw new Error('What is patched keeps its length');
  const made = Buffer.from(bytes);
  for (let at = made.indexOf(before); at >= 0; at = made.indexOf(before, at + after.length))
    after.copy(made, at);
  return made;
};

const PARTS = {
  '[Content_Types].xml': `<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Default Extension="png" ContentType="image/png"/><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>`,
  '_rels/.rels': `<?xml version="1.0"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="word/document.xml"/></Relationships>`,
  'word/_rels/document.xml.rels': `<?xml version="1.0"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="p1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/image" Target="media/p1.png"/></Relationships>`,
  'word/styles.xml': `<?xml version="1.0"?><w:styles xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:style w:type="paragraph" w:styleId="H1"><w:name w:val="heading 1"/></w:style><w:style w:type="paragraph" w:styleId="H2"><w:name w:val="heading 2"/></w:style></w:styles>`,
};
const PICTURE = `<w:p><w:r><w:drawing><wp:inline><wp:docPr id="1" name="P" descr="A pixel"/><a:graphic><a:graphicData uri="http://schemas.openxmlformats.org/drawingml/2006/picture"><pic:pic><pic:blipFill><a:blip r:embed="p1"/></pic:blipFill></pic:pic></a:graphicData></a:graphic></wp:inline></w:drawing></w:r></w:p>`;

/** A .docx document: two headings, a paragraph with bold text, and an image. */
export const docxOf = (
  { title, heading, text }: { title: string; heading: string; text: string },
  picture: Uint8Array,
): Promise<Buffer> => {
  const paragraph = (words: string, style = '') =>
    `<w:p>${style && `<w:pPr><w:pStyle w:val="${style}"/></w:pPr>`}<w:r>${style ? '' : '<w:rPr><w:b/></w:rPr>'}<w:t>${words}</w:t></w:r></w:p>`;
  const names = [
    ['w', 'wordprocessingml/2006/main'],
    ['wp', 'drawingml/2006/wordprocessingDrawing'],
    ['a', 'drawingml/2006/main'],
    ['pic', 'drawingml/2006/picture'],
  ].map(([prefix, at]) => `xmlns:${prefix}="http://schemas.openxmlformats.org/${at}"`);
  const body = paragraph(title, 'H1') + paragraph(heading, 'H2') + paragraph(text) + PICTURE;
  return zipOf({
    ...PARTS,
    'word/document.xml': `<?xml version="1.0"?><w:document ${names.join(' ')} xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><w:body>${body}</w:body></w:document>`,
    'word/media/p1.png': picture,
  });
};
