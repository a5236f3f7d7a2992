/** The version of parsed documents: a higher number invalidates stored ones. */
export const DOCUMENT_VERSION = 14;
