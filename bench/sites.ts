import type { Target } from './measure.ts';

const SECTIONS = 4;
const PAGES = 200;
const MANY_PAGES = 2000;
const CHANGES_AT_ONCE = 50;

/** The used fields of responses. */
interface ApiResponse {
  readonly id: string;
  readonly site: string;
  readonly space: string;
  readonly organization: string;
  readonly apiToken: string;
  readonly revision: string;
  readonly urls: { readonly published: string };
  readonly pages: readonly { readonly id: string; readonly path: string }[];
}

type Call = (method: string, path: string, body?: unknown) => Promise<ApiResponse>;

const callerOf =
  (url: string, token: string): Call =>
  async (method, path, body) => {
    const response = await fetch(`${url}/v1${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(method !== 'GET' && { body: JSON.stringify(body ?? {}) }),
    });
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
    return (await response.json()) as ApiResponse;
  };

const writeSpace = async (
  call: Call,
  organizationId: string,
  title: string,
  pages = PAGES,
): Promise<string> => {
  const body = { title, editMode: 'live', empty: true };
  const { id } = await call('POST', `/orgs/${organizationId}/spaces`, body);
  for (let made = 0; made < pages; made += CHANGES_AT_ONCE)
    await call('POST', `/spaces/${id}/content`, {
      changes: Array.from({ length: CHANGES_AT_ONCE }, (_, i) => ({
        operation: 'insert_page',
        title: `Page ${made + i}`,
        document: {
          markdown: `## About ${made + i}\n\nIt says **something**, and \`more\`.\n\n{% hint style="info" %}\nMind this.\n{% endhint %}\n`,
        },
      })),
    });
  return id;
};

/** Publishes a space of many pages; returns their URLs. */
export const writeLargeSite = async (
  url: string,
  admin: string,
  organizationId: string,
): Promise<{ readonly host: string; readonly paths: readonly string[] }> => {
  const call = callerOf(url, admin);
  const spaceId = await writeSpace(call, organizationId, 'Large', MANY_PAGES);
  const { id } = await call('POST', `/orgs/${organizationId}/sites`, { title: 'Large' });
  await call('POST', `/orgs/${organizationId}/sites/${id}/site-spaces`, { spaceId });
  const { urls } = await call('POST', `/orgs/${organizationId}/sites/${id}/publish`);
  const { host, pathname } = new URL(urls.published);
  return { host, paths: Array.from({ length: MANY_PAGES }, (_, at) => `${pathname}page-${at}`) };
};

/** The calls of a renderer that shows a page for the first time: each call, and all of them in sequence. */
export const coldPage = async (
  url: string,
  admin: string,
  organizationId: string,
  against: string,
): Promise<Target[]> => {
  const call = callerOf(url, admin);
  const { id: site } = await call('POST', `/orgs/${organizationId}/sites`, { title: 'Cold' });
  const at = `/orgs/${organizationId}/sites/${site}`;
  for (let i = 0; i < SECTIONS; i++)
    await call('POST', `${at}/sections`, { spaceId: await writeSpace(call, organizationId, `Section ${i}`) });
  const { urls } = await call('POST', `${at}/publish`);
  const body = { url: `${urls.published}page-7`, visitor: { unsignedClaims: {} }, redirectOnError: false };
  const { space, apiToken } = await call('POST', '/urls/published', body);
  const read = callerOf(url, apiToken);
  const { revision } = await read('GET', `/spaces/${space}`);
  const from = `/spaces/${space}/revisions/${revision}`;
  const { pages } = await read('GET', from);
  const page = `${from}/page/${pages.find(({ path }) => path === 'page-7')!.id}`;
  const get = (name: string, path: string): Target => ({
    name,
    url: `${url}/v1${path}`,
    token: apiToken,
    against,
  });
  const calls: Target[] = [
    { name: 'sites: resolve', url: `${url}/v1/urls/published`, method: 'POST', body, against },
    get('sites: published', `${at}/published`),
    get('sites: space', `/spaces/${space}`),
    get('sites: revision of 200 pages', `${from}?metadata=true`),
    get('sites: meta-links', `${page}/meta-links`),
    get('sites: document', `${page}/document?evaluated=deterministic-only&dereferenced=reusable-contents`),
  ];
  return [...calls, { name: 'sites: the six in turn', url, sequence: calls, against }];
};
