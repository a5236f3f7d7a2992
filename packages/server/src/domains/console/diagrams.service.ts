import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import {
  DIAGRAM_FRAME_POLICY,
  type DiagramFile,
  readDiagramFile,
  readDiagramScript,
  readDiagramVersion,
} from '@lectern/site';
import { acceptedEncoding, type Encoding } from '../../kernel/accepted-encoding.ts';
import type { PageResponse } from '../../kernel/contract/operation.ts';
import { notFound } from '../../kernel/errors/errors.ts';

const SCRIPT = 'script.js';

const COMPRESS: Readonly<Record<Encoding, (content: string | Buffer) => Buffer>> = {
  // The best quality takes seconds.
  br: (content) => brotliCompressSync(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } }),
  gzip: (content) => gzipSync(content),
};

/** Service for the files that draw diagrams in the console, as sites have them. */
export const createDiagramsService = () => {
  const version = readDiagramVersion();
  const compressed = new Map<string, Buffer>();

  const fileAt = (path: string): DiagramFile | undefined => {
    if (path === SCRIPT)
      return { contentType: 'text/javascript; charset=utf-8', content: readDiagramScript() };
    return path.startsWith(`${version}/`) ? readDiagramFile(path.slice(version.length + 1)) : undefined;
  };

  const compress = (path: string, content: string | Buffer, encoding: Encoding): Buffer => {
    const key = `${encoding} ${path}`;
    const known = compressed.get(key) ?? COMPRESS[encoding](content);
    compressed.set(key, known);
    return known;
  };

  return {
    /** The script, or a file of the frame below the version of the library. */
    file: (path: string, acceptEncoding: string | undefined): PageResponse => {
      const file = fileAt(path);
      if (!file) throw notFound('file');
      const encoding = acceptedEncoding(acceptEncoding);
      return {
        status: 200,
        headers: {
          'content-type': file.contentType,
          vary: 'accept-encoding',
          'cache-control': path === SCRIPT ? 'no-cache' : 'public, max-age=31536000, immutable',
          ...(encoding && { 'content-encoding': encoding }),
          ...(file.isFrame && {
            'content-security-policy': DIAGRAM_FRAME_POLICY,
            'x-frame-options': 'SAMEORIGIN',
          }),
        },
        content: encoding ? compress(path, file.content, encoding) : file.content,
      };
    },
  };
};

/** Service for the files that draw diagrams. */
export type DiagramsService = ReturnType<typeof createDiagramsService>;
