import { invalid } from '../../../kernel/errors/errors.ts';

/** Validates the path of a part of a site: file extensions of machine-readable files are reserved. */
export const validatePath = (path: string | undefined): string | undefined => {
  const lower = path?.toLowerCase();
  if (lower !== undefined && /\.(?:md|txt|xml)$/.test(lower))
    throw invalid({
      path: 'body.path',
      message: 'must not end in .md, .txt or .xml: these extensions are reserved for machine-readable files',
    });
  return lower;
};
