/** Which documents parsing makes: a higher number makes stored ones be made again. */
export const DOCUMENT_VERSION = 4;
