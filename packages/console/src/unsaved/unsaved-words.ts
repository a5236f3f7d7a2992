/** The number of pages in words. */
export const unsavedInWords = (count: number): string =>
  `Unsaved text in ${count} ${count === 1 ? 'page' : 'pages'}`;
