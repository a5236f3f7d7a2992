/** The path of a file in this browser; the server may be known by another name to itself. */
export const pathOf = (url: string): string => {
  const { pathname, search } = new URL(url);
  return pathname + search;
};

/** Saves a file of the server; the browser shows the progress. */
export const download = (path: string): void => {
  const link = document.createElement('a');
  link.href = path;
  link.download = '';
  link.click();
};
