/** The rules of a robots.txt that apply to this crawler. */
export interface RobotsTxt {
  readonly allows: (path: string) => boolean;
  readonly delayMs: number;
  readonly sitemaps: readonly string[];
}

const MAX_DELAY_MS = 10_000;
const MAX_RULES = 2_000;

/** The user agent of the crawler. */
export const USER_AGENT = 'Lectern';

/** A website without robots.txt. */
export const ALLOW_ALL: RobotsTxt = { allows: () => true, delayMs: 0, sitemaps: [] };

/** A website that must not be crawled. */
export const DISALLOW_ALL: RobotsTxt = { allows: () => false, delayMs: 0, sitemaps: [] };

interface Group {
  readonly agents: string[];
  readonly rules: { allow: boolean; pattern: string }[];
  delay: number;
}

/** Parses a robots.txt: the group for this user agent, or else the one for all. */
export const parseRobotsTxt = (text: string): RobotsTxt => {
  const { groups, sitemaps } = parseGroups(text);
  const own = groups.filter(({ agents }) => agents.includes(USER_AGENT.toLowerCase()));
  const applicable = own.length > 0 ? own : groups.filter(({ agents }) => agents.includes('*'));
  const rules = applicable
    .flatMap((group) => group.rules)
    .sort((a, b) => b.pattern.length - a.pattern.length);
  const delay = Math.max(0, ...applicable.map((group) => group.delay));
  return {
    allows: (path) => {
      const matching = rules.filter(({ pattern }) => matches(pattern, path));
      const longest = matching[0]?.pattern.length;
      // The longest rule wins; of two rules of the same length, the one that allows.
      return matching.length === 0 || matching.some((rule) => rule.pattern.length === longest && rule.allow);
    },
    delayMs: Math.min(delay * 1000, MAX_DELAY_MS),
    sitemaps,
  };
};

const parseGroups = (text: string): { groups: readonly Group[]; sitemaps: readonly string[] } => {
  const groups: Group[] = [];
  const sitemaps: string[] = [];
  let group: Group | undefined;
  for (const line of text.slice(0, 512 * 1024).split(/\r\n?|\n/)) {
    const [, field = '', value = ''] = /^\s*([\w-]+)\s*:\s*([^#]*?)\s*(?:#.*)?$/.exec(line) ?? [];
    const name = field.toLowerCase();
    if (name === 'sitemap') sitemaps.push(value);
    if (name === 'user-agent') {
      // Consecutive user agents share a group.
      if (!group || group.rules.length > 0) {
        group = { agents: [], rules: [], delay: 0 };
        groups.push(group);
      }
      group.agents.push(value.toLowerCase());
    }
    if (!group) continue;
    if ((name === 'allow' || name === 'disallow') && value !== '' && group.rules.length < MAX_RULES)
      group.rules.push({ allow: name === 'allow', pattern: value });
    if (name === 'crawl-delay') group.delay = Number(value) || 0;
  }
  return { groups, sitemaps };
};

// Not a regular expression: a malicious pattern must not cause exponential backtracking.
const matches = (pattern: string, path: string): boolean => {
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
