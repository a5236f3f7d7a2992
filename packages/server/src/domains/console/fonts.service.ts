import { type FontFile, facesOf, readFont } from '@lectern/site';
import type { PageResponse } from '../../kernel/contract/operation.ts';
import { notFound } from '../../kernel/errors/errors.ts';

const STYLE_SHEET = 'font.css';

/** Service for the fonts of sites, which the console shows in previews. */
export const createFontsService = () => {
  // Only fonts that somebody previews are in memory.
  const fonts = new Map<string, readonly FontFile[]>();
  const filesOf = (name: string): readonly FontFile[] => {
    const files = fonts.get(name) ?? readFont(name);
    if (files.length > 0) fonts.set(name, files);
    return files;
  };

  return {
    /** The style sheet of a font, or one of its files: `Roboto/font.css`. */
    file: (path: string): PageResponse => {
      const [name = '', file = '', ...rest] = path.split('/');
      const files = rest.length === 0 ? filesOf(name) : [];
      if (file === STYLE_SHEET && files.length > 0)
        return {
          status: 200,
          headers: { 'content-type': 'text/css; charset=utf-8', 'cache-control': 'no-cache' },
          content: facesOf(name, () => files),
        };
      const font = files.find((each) => each.name === file);
      if (!font) throw notFound('file');
      return {
        status: 200,
        headers: {
          'content-type': 'font/woff2',
          'cache-control': 'public, max-age=31536000, immutable',
        },
        content: font.content,
      };
    },
  };
};

/** Service for the fonts of sites. */
export type FontsService = ReturnType<typeof createFontsService>;
