import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { readBuiltFile } from './built-file.ts';

/** The version of the library that draws diagrams, which is part of the URL of its files. */
export const readDiagramVersion = (): string =>
  readBuiltFile('diagrams/version.txt')?.toString().trim() ?? 'none';

/** The page of the frame in which diagrams are drawn. */
const FRAME = `<!doctype html>
<html lang="en"><meta charset="utf-8"><title>Diagrams</title><script type="module" src="frame.js"></script></html>
`;

/**
 * The content security policy of the frame. The library needs style elements and attributes, which pages do not allow; in the
 * frame, nothing can be loaded but the files of the library.
 */
export const DIAGRAM_FRAME_POLICY =
  "default-src 'none'; script-src 'self'; style-src 'unsafe-inline'; frame-ancestors 'self'; base-uri 'none'; form-action 'none'";

/** A file of the frame that draws diagrams. */
export interface DiagramFile {
  readonly contentType: string;
  readonly content: string | Buffer;
  /** Whether it is the page of the frame, which has a policy of its own. */
  readonly isFrame?: true;
}

const CHUNK = /^(?:mermaid\.esm\.min|chunks\/mermaid\.esm\.min\/[\w-]+)\.mjs$/;
const SCRIPT = 'text/javascript; charset=utf-8';

/** A file of the frame by its path; undefined if there is none. */
export function readDiagramFile(path: string): DiagramFile | undefined {
  if (path === 'frame.html')
    return { contentType: 'text/html; charset=utf-8', content: FRAME, isFrame: true };
  if (path === 'frame.js') {
    const file = createRequire(import.meta.url).resolve('@lectern/site/diagram-frame.js');
    return { contentType: SCRIPT, content: readFileSync(file, 'utf8') };
  }
  const content = CHUNK.test(path) ? readBuiltFile(`diagrams/${path}`) : undefined;
  return content && { contentType: SCRIPT, content };
}
