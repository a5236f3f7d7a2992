/** What a website asks of programs that visit it. */
export interface Robots {
  readonly allows: (path: string) => boolean;
  readonly delayMs: number;
  readonly sitemaps: readonly string[];
}

const LONGEST_DELAY_MS = 10_000;
const RULES = 2_000;

/** The name under which websites are visited. */
export const AGENT = 'Lectern';

/** Websites that ask for nothing. */
export const NO_ROBOTS: Robots = { allows: () => true, delayMs: 0, sitemaps: [] };

/** Websites that want no visit. */
export const CLOSED: Robots = { allows: () => false, delayMs: 0, sitemaps: [] };

interface Group {
  readonly agents: string[];
  readonly rules: { allow: boolean; pattern: string }[];
  delay: number;
}

/** Reads a robots.txt: the group for us, or else the one for everybody; the longest rule that fits decides. */
export const parseRobots = (text: string): Robots => {
  const groups: Group[] = [];
  const sitemaps: string[] = [];
  let group: Group | undefined;
  for (const line of text.slice(0, 512 * 1024).split(/\r\n?|\n/)) {
    const [, field = '', value = ''] = /^\s*([\w-]+)\s*:\s*([^#]*?)\s*(?:#.*)?$/.exec(line) ?? [];
    const name = field.toLowerCase();
    if (name === 'sitemap') sitemaps.push(value);
    if (name === 'user-agent') {
      // Names that follow each other share what comes after them.
      if (!group || group.rules.length > 0) {
        group = { agents: [], rules: [], delay: 0 };
        groups.push(group);
      }
      group.agents.push(value.toLowerCase());
    }
    if (!group) continue;
    if ((name === 'allow' || name === 'disallow') && value !== '' && group.rules.length < RULES)
      group.rules.push({ allow: name === 'allow', pattern: value });
    if (name === 'crawl-delay') group.delay = Number(value) || 0;
  }
  const ours = groups.filter(({ agents }) => agents.includes(AGENT.toLowerCase()));
  const meant = ours.length > 0 ? ours : groups.filter(({ agents }) => agents.includes('*'));
  const rules = meant.flatMap((one) => one.rules).sort((a, b) => b.pattern.length - a.pattern.length);
  const delay = Math.max(0, ...meant.map((one) => one.delay));
  return {
    allows: (path) => {
      const fitting = rules.filter(({ pattern }) => fits(pattern, path));
      const longest = fitting[0]?.pattern.length;
      // Of two that are as long, the one that allows counts.
      return fitting.length === 0 || fitting.some((rule) => rule.pattern.length === longest && rule.allow);
    },
    delayMs: Math.min(delay * 1000, LONGEST_DELAY_MS),
    sitemaps,
  };
};

// Without a regular expression: what a stranger wrote must not take longer the longer it is.
const fits = (pattern: string, path: string): boolean => {
  const toEnd = pattern.endsWith('$');
  const [first = '', ...parts] = (toEnd ? pattern.slice(0, -1) : pattern).split('*');
  if (!path.startsWith(first)) return false;
  let at = first.length;
  for (const [index, part] of parts.entries()) {
    const isLast = index === parts.length - 1;
    const found = toEnd && isLast ? path.lastIndexOf(part) : path.indexOf(part, at);
    if (found < at) return false;
    at = found + part.length;
  }
  return !toEnd || at === path.length;
};

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };
const plainText = (xml: string): string =>
  xml
    .replaceAll(/<!\[CDATA\[|\]\]>/g, '')
    .replaceAll(/&(amp|lt|gt|quot|apos);/g, (_, name: string) => ENTITIES[name]!)
    .trim();

/** The addresses in a sitemap; those of an index are of more sitemaps. */
export interface Sitemap {
  readonly isIndex: boolean;
  readonly addresses: readonly string[];
}

/** Reads a sitemap; undefined for what is none. */
export const parseSitemap = (xml: string): Sitemap | undefined => {
  const root = /<(urlset|sitemapindex)[\s>]/.exec(xml)?.[1];
  if (!root) return undefined;
  const found = [...xml.matchAll(/<loc>([^<]*|\s*<!\[CDATA\[[^<\]]*\]\]>\s*)<\/loc>/g)];
  return { isIndex: root === 'sitemapindex', addresses: found.map(([, text = '']) => plainText(text)) };
};

/** The address of a page without what names no other page; undefined for what is no page on the web. */
export const pageAddress = (address: string): URL | undefined => {
  if (!URL.canParse(address)) return undefined;
  const url = new URL(address);
  if (!/^https?:$/.test(url.protocol) || url.username || url.password) return undefined;
  url.hash = '';
  return url;
};

const NO_PAGE = /\.(?!x?html?$|php$|aspx?$|jsp$|md$)[a-z0-9]{1,5}$/i;

/** Whether an address looks like that of a page that stands below another one. */
export const isPageBelow = (url: URL, base: URL): boolean =>
  url.origin === base.origin &&
  url.search === '' &&
  url.pathname.startsWith(folderOf(base)) &&
  (!NO_PAGE.test(url.pathname) || /\d$/.test(url.pathname));

/** The folder that a page stands in, with a slash at its end. */
export const folderOf = ({ pathname }: URL): string => pathname.slice(0, pathname.lastIndexOf('/') + 1);

/** Whether an address means all that is below it: it names a folder. */
export const isFolder = ({ pathname }: URL): boolean => pathname.endsWith('/');

/** What addresses of one page have in common: the page of a folder goes by the name of its file, too. */
export const nameOfPage = ({ href, search }: URL): string =>
  search === '' ? href.replace(/\/index\.(x?html?|php|aspx?|jsp|md)$/i, '/') : href;

const decoded = (segment: string): string => {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
};

/** The path of a name that any file system takes. */
const fileName = (segment: string): string =>
  decoded(segment)
    .replaceAll(/[\p{Cc}\\/:*?"<>|]+/gu, '-')
    .replace(/^\.+/, '')
    .slice(0, 100);

/** Where the page at an address stands among files, below the folder that all of them are in. */
export const pathOfAddress = (url: URL, folder: string): string => {
  const below = url.pathname.startsWith(folder) ? url.pathname.slice(folder.length) : url.pathname;
  const segments = below.split('/').map(fileName);
  const last = (segments.pop() ?? '').replace(/\.(x?html?|php|aspx?|jsp|md)$/i, '');
  const query = url.search && `-${fileName(url.search.slice(1))}`;
  const name = (last === '' || last === 'index') && !query ? 'README' : last + query;
  return [...segments.filter((segment) => segment !== ''), `${name}.md`].join('/');
};

const folderAround = (folder: string): string =>
  folder.slice(0, folder.lastIndexOf('/', folder.length - 2) + 1);

/** The folder that all pages are in; the page of a folder is in the one around it, which has its name. */
export const commonFolder = (pages: readonly URL[]): string => {
  let folder = pages[0] ? folderOf(pages[0]) : '/';
  while (!pages.every((page) => page.pathname.startsWith(folder))) folder = folderAround(folder);
  const isPage = pages.some((page) => new URL(nameOfPage(page)).pathname === folder);
  return isPage && folder !== '/' ? folderAround(folder) : folder;
};

/** The name of a picture at an address. */
export const pictureName = (url: URL): string => fileName(url.pathname.split('/').at(-1) ?? '') || 'picture';
