/** The kinds of git hosts that are known. */
export const PROVIDERS = ['github', 'gitlab', 'gitea', 'bitbucket', 'other'] as const;

/** A kind of git host. */
export type Provider = (typeof PROVIDERS)[number];

/** The pages of a repository on its host, as paths below its address. */
interface ProviderPages {
  readonly tree: (branch: string) => string;
  readonly commit: string;
  readonly deployKeys: string;
  readonly webhooks: string;
  /** The user that a token belongs to, where any name is accepted. */
  readonly tokenUser: string;
}

const PAGES: Readonly<Record<Exclude<Provider, 'other'>, ProviderPages>> = {
  github: {
    tree: (branch) => `/blob/${branch}`,
    commit: '/commit',
    deployKeys: '/settings/keys/new',
    webhooks: '/settings/hooks/new',
    tokenUser: 'x-access-token',
  },
  gitlab: {
    tree: (branch) => `/-/blob/${branch}`,
    commit: '/-/commit',
    deployKeys: '/-/settings/repository#js-deploy-keys-settings',
    webhooks: '/-/hooks',
    tokenUser: 'oauth2',
  },
  gitea: {
    tree: (branch) => `/src/branch/${branch}`,
    commit: '/commit',
    deployKeys: '/settings/keys',
    webhooks: '/settings/hooks',
    tokenUser: 'token',
  },
  bitbucket: {
    tree: (branch) => `/src/${branch}`,
    commit: '/commits',
    deployKeys: '/admin/access-keys/',
    webhooks: '/admin/webhooks',
    tokenUser: 'x-token-auth',
  },
};

const HOSTS: readonly (readonly [RegExp, Provider])[] = [
  [/(^|\.)github\./, 'github'],
  [/(^|\.)gitlab\./, 'gitlab'],
  [/(^|\.)bitbucket\./, 'bitbucket'],
  [/(^|\.)(?:gitea|forgejo|codeberg)\./, 'gitea'],
];

/** The parts of the URL of a repository, over http or SSH. */
const placeOf = (url: string): { host: string; port: string; path: string } | undefined => {
  const short = /^[\w.-]+@([\w.-]+):(.+)$/.exec(url);
  if (short) return { host: short[1]!, port: '', path: short[2]! };
  if (!URL.canParse(url)) return undefined;
  const { hostname, port, pathname, protocol } = new URL(url);
  return { host: hostname, port: protocol === 'ssh:' ? '' : port, path: pathname };
};

/** The kind of the host of a repository, by its name. */
export const providerOf = (url: string): Provider => {
  const host = placeOf(url)?.host.toLowerCase() ?? '';
  return HOSTS.find(([pattern]) => pattern.test(host))?.[1] ?? 'other';
};

/** The user to send with a token. */
export const tokenUserOf = (provider: Provider): string =>
  provider === 'other' ? 'git' : PAGES[provider].tokenUser;

/** The URLs of a repository for people. */
export interface RepositoryUrls {
  readonly repository?: string;
  readonly tree?: string;
  readonly commit?: string;
  readonly deployKeys?: string;
  readonly webhooks?: string;
}

/** The URLs of a repository on the pages of its host; none for a host of an unknown kind. */
export const repositoryUrls = (url: string, branch: string, provider: Provider): RepositoryUrls => {
  const place = placeOf(url);
  if (provider === 'other' || !place || place.host === '') return {};
  const isPlain = /^http:/i.test(url);
  const path = place.path.replace(/^\/+/, '').replace(/(?:\.git)?\/*$/, '');
  const repository = `${isPlain ? 'http' : 'https'}://${place.host}${place.port && `:${place.port}`}/${path}`;
  const pages = PAGES[provider];
  const encoded = branch.split('/').map(encodeURIComponent).join('/');
  return {
    repository,
    tree: repository + pages.tree(encoded),
    commit: repository + pages.commit,
    deployKeys: repository + pages.deployKeys,
    webhooks: repository + pages.webhooks,
  };
};
