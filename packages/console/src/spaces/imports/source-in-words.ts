import type { ItemOf } from '../../api/operations.ts';

/** Where an import comes from. */
export const sourceInWords = (source: ItemOf<'/org/{organizationId}/imports'>['source']): string =>
  source.type === 'website'
    ? source.url
    : `${source.files.length === 1 ? 'a file or folder' : `${source.files.length} files`}`;
