const BASE = '/app';

/** The properties of a link to an `app` URL. */
export const appLink = (url: string): { readonly to: string; readonly hash: string } => {
  const [to = '', hash = ''] = appPath(url).split('#');
  return { to, hash };
};

/** The path of an `app` link inside of the console, for the router. */
export const appPath = (url: string): string => {
  const { pathname, search, hash } = new URL(url, 'http://here.invalid');
  const path = pathname.startsWith(`${BASE}/`) ? pathname.slice(BASE.length) : '/';
  return `${path}${search}${hash}`;
};
