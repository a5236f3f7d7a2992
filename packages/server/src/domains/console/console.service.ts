import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { iconFile, iconNameOf, type SymbolOf } from '@lectern/site';
import { acceptedEncoding, type Encoding } from '../../kernel/accepted-encoding.ts';
import type { PageResponse } from '../../kernel/contract/operation.ts';
import { ApiError, notFound } from '../../kernel/errors/errors.ts';

interface BuiltFile {
  readonly type: string;
  readonly content: Buffer;
  readonly compressed: ReadonlyMap<Encoding, Buffer>;
}

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
};
const ENDINGS: readonly (readonly [Encoding, string])[] = [
  ['br', '.br'],
  ['gzip', '.gz'],
];

const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "font-src 'self'",
  "img-src 'self' data: blob: https: http:",
  "media-src 'self' https:",
  "connect-src 'self'",
  "frame-src 'self' https:",
  "form-action 'self'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
].join(';');

// The folder of the build, from the bundle, its chunks, or the sources (tests).
const PLACES = ['../../console/dist', '../../../console/dist', '../../../../console/dist'];

const readFiles = (): ReadonlyMap<string, BuiltFile> => {
  const folder = PLACES.map((place) => fileURLToPath(new URL(place, import.meta.url))).find(existsSync);
  if (folder === undefined) throw new ApiError(503, 'The console was not built: run npm run build');
  const read = (name: string): [string, BuiltFile][] => {
    const type = TYPES[path.extname(name)];
    if (!type) return [];
    const file = path.join(folder, name);
    const compressed = ENDINGS.filter(([, ending]) => existsSync(file + ending)).map(
      ([encoding, ending]) => [encoding, readFileSync(file + ending)] as const,
    );
    return [[name, { type, content: readFileSync(file), compressed: new Map(compressed) }]];
  };
  const names = ['index.html', ...readdirSync(path.join(folder, 'assets')).map((name) => `assets/${name}`)];
  return new Map(names.flatMap(read));
};

/** The icons that content may name. */
export interface ConsoleIcons {
  readonly iconSymbols: () => SymbolOf;
}

/** Service for the files of the console. */
export const createConsoleService = ({ iconSymbols }: ConsoleIcons) => {
  // Read with the first request: commands do not need them.
  let files: ReadonlyMap<string, BuiltFile> | undefined;

  const send = (
    name: string,
    acceptEncoding: string | undefined,
    headers: Readonly<Record<string, string>>,
  ): PageResponse => {
    files ??= readFiles();
    const file = files.get(name);
    if (!file) throw notFound('file');
    const encoding = acceptedEncoding(acceptEncoding);
    const compressed = encoding && file.compressed.get(encoding);
    return {
      status: 200,
      headers: {
        'content-type': file.type,
        vary: 'accept-encoding',
        ...(compressed && { 'content-encoding': encoding }),
        ...headers,
      },
      content: compressed ?? file.content,
    };
  };

  return {
    /** The page that loads the console. */
    page: (acceptEncoding: string | undefined): PageResponse =>
      send('index.html', acceptEncoding, { 'cache-control': 'no-cache', 'content-security-policy': POLICY }),

    /** A file whose name has the hash of its content. */
    asset: (name: string, acceptEncoding: string | undefined): PageResponse =>
      send(`assets/${name}`, acceptEncoding, { 'cache-control': 'public, max-age=31536000, immutable' }),

    /** An icon of content; every name has one. */
    icon: (name: string): PageResponse => {
      if (iconNameOf(name) !== name) throw notFound('icon');
      return {
        status: 200,
        headers: { 'content-type': TYPES['.svg']!, 'cache-control': 'public, max-age=2592000' },
        content: iconFile(iconSymbols()(name)),
      };
    },
  };
};

/** Service for the files of the console. */
export type ConsoleService = ReturnType<typeof createConsoleService>;
