import { request } from 'node:http';
import type { ApiRequest } from './api-client.ts';
import type { TestOrganization, TestServer } from './server.ts';

/** The response of a site. */
export interface SiteResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly text: string;
  readonly bytes: Buffer;
}

/** Requests a path of a host from the server. */
export const requestFromHost = (
  { url }: Pick<TestServer, 'url'>,
  host: string,
  path: string,
  headers: Readonly<Record<string, string>> = {},
  method = 'GET',
  body?: string,
): Promise<SiteResponse> =>
  new Promise((resolve, reject) => {
    const { hostname, port } = new URL(url);
    const asked = request({ hostname, port, path, method, headers: { host, ...headers } }, (answer) => {
      const parts: Buffer[] = [];
      answer.on('data', (part: Buffer) => parts.push(part));
      answer.on('end', () => {
        const bytes = Buffer.concat(parts);
        resolve({ status: answer.statusCode!, headers: answer.headers, text: bytes.toString(), bytes });
      });
    });
    asked.on('error', reject).end(body);
  });

/** The cookies of a response, as a Cookie header. */
export const cookiesOf = ({ headers }: SiteResponse): string =>
  ((headers['set-cookie'] ?? []) as string[]).map((cookie) => cookie.split(';')[0]).join('; ');

/** A published site. */
export interface PublishedSite {
  readonly id: string;
  readonly host: string;
  /** Its base path. */
  readonly base: string;
  /** Its URL without a trailing slash. */
  readonly url: string;
  get(path?: string, headers?: Readonly<Record<string, string>>): Promise<SiteResponse>;
  post(path: string, body: string, headers?: Readonly<Record<string, string>>): Promise<SiteResponse>;
}

/** A space to add to a site, optionally in a section. */
export interface ShownSpace {
  readonly space: string;
  readonly path?: string;
  readonly section?: string;
  readonly condition?: string;
}

/** Publishes spaces as a site. */
export const publishSite = async (
  server: TestServer,
  org: TestOrganization,
  spaces: readonly ShownSpace[],
  more: Pick<ApiRequest<'createSite'>['body'], 'title' | 'visibility'> & {
    readonly published?: boolean;
  } = {},
): Promise<PublishedSite> => {
  const { title = 'Docs', visibility = 'public', published = true } = more;
  const id = await org.site({ title, visibility });
  const ask = async (method: string, path: string, body?: object) => {
    const answer = await org.admin.call(method, `/orgs/${org.id}/sites/${id}${path}`, body);
    if (answer.status >= 300) throw new Error(`${method} ${path}: ${JSON.stringify(answer.body)}`);
    return answer.body;
  };
  const sections = new Map<string, string>();
  const show = async ({ space: spaceId, section }: ShownSpace): Promise<string> => {
    if (section === undefined || sections.has(section))
      return (await ask('POST', '/site-spaces', { spaceId, sectionId: sections.get(section ?? '') })).id;
    const made = await ask('POST', '/sections', { spaceId, title: section });
    sections.set(section, made.id);
    return made.siteSpaces[0].id;
  };
  for (const [at, shown] of spaces.entries()) {
    const { path = `space-${at}`, condition } = shown;
    await ask('PATCH', `/site-spaces/${await show(shown)}`, { path, ...(condition && { condition }) });
  }
  const { basename } = published ? await ask('POST', '/publish') : await ask('GET', '');
  const { hostname } = (await org.admin.call('GET', `/orgs/${org.id}`)).body;
  const host = `${hostname}.localhost:${new URL(server.url).port}`;
  return {
    id,
    host,
    base: `/${basename}`,
    url: `http://${host}/${basename}`,
    get: (path = '', headers) => requestFromHost(server, host, `/${basename}${path}`, headers),
    post: (path, body, headers) =>
      requestFromHost(server, host, `/${basename}${path}`, headers, 'POST', body),
  };
};

/** A renderer of a site: resolves a URL and calls the API with the returned token. */
export const asRenderer = async (server: TestServer, url: string, visitor: object = {}) => {
  const { body } = await server.anonymous('POST', '/urls/published', { url, visitor });
  return { ...body, call: server.withToken(body.apiToken) };
};
