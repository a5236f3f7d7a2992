const BASE = '/app';

/** The path of an `app` link inside of the console, for the router. */
export const appPath = (url: string): string => {
  const { pathname, search, hash } = new URL(url, 'http://here.invalid');
  const path = pathname.startsWith(`${BASE}/`) ? pathname.slice(BASE.length) : '/';
  return `${path}${search}${hash}`;
};
