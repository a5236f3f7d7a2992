import { decodeUri } from '@lectern/document';

/** Base URL of the files of a space, for references between the files of a specification. */
export const SPACE_FILES_URL = 'file:///';

/** The name of the file of a space that a URL refers to; undefined for other URLs. */
export const fileNameIn = (url: string): string | undefined => {
  if (!url.startsWith(SPACE_FILES_URL)) return undefined;
  return decodeUri(url.split(/[?#]/, 1)[0]!.split('/').at(-1)!);
};

/** Whether a text may be a specification of OpenAPI 2 (Swagger). */
export const mayBeSwagger = (text: string): boolean => /(?:^|[\s{,"'])swagger["']?\s*:/.test(text);
