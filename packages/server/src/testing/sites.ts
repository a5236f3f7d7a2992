import { request } from 'node:http';
import type { TestOrganization, TestServer } from './server.ts';

/** What a reader of a site gets. */
export interface SiteAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly text: string;
}

/** Asks the server for a path of a host, as a browser that found the host's address would. */
export const askHost = (
  { url }: Pick<TestServer, 'url'>,
  host: string,
  path: string,
  headers: Readonly<Record<string, string>> = {},
  method = 'GET',
  body?: string,
): Promise<SiteAnswer> =>
  new Promise((resolve, reject) => {
    const { hostname, port } = new URL(url);
    const asked = request({ hostname, port, path, method, headers: { host, ...headers } }, (answer) => {
      const parts: Buffer[] = [];
      answer.on('data', (part: Buffer) => parts.push(part));
      answer.on('end', () =>
        resolve({
          status: answer.statusCode!,
          headers: answer.headers,
          text: Buffer.concat(parts).toString(),
        }),
      );
    });
    asked.on('error', reject).end(body);
  });

/** The cookies that an answer sets, as a browser sends them back. */
export const cookiesOf = ({ headers }: SiteAnswer): string =>
  ((headers['set-cookie'] ?? []) as string[]).map((cookie) => cookie.split(';')[0]).join('; ');

/** A site that is published, and how to read it. */
export interface PublishedSite {
  readonly id: string;
  readonly host: string;
  /** What stands before every path of it. */
  readonly base: string;
  get(path?: string, headers?: Readonly<Record<string, string>>): Promise<SiteAnswer>;
  post(path: string, body: string, headers?: Readonly<Record<string, string>>): Promise<SiteAnswer>;
}

/** A space of a site to be made; with the title of a section, it stands in that. */
export interface ShownSpace {
  readonly space: string;
  readonly path?: string;
  readonly section?: string;
  readonly condition?: string;
}

/** Publishes spaces as a site, past the API where no operation does it yet. */
export const publishSite = async (
  server: TestServer,
  org: TestOrganization,
  spaces: readonly ShownSpace[],
  more: { readonly title?: string; readonly visibility?: string; readonly published?: boolean } = {},
): Promise<PublishedSite> => {
  const { db, newId } = server.app.kernel;
  const { title = 'Docs', visibility = 'public', published = true } = more;
  const id = await org.site({ title, visibility });
  const key = { organization_id: org.id, site_id: id };
  const sections = new Map<string, string>();
  for (const [at, { space, path, section, condition }] of spaces.entries()) {
    if (section !== undefined && !sections.has(section)) {
      const row = { ...key, id: newId(), position: `a${at}`, path: section.toLowerCase(), title: section };
      await db.insertInto('site_sections').values(row).execute();
      sections.set(section, row.id);
    }
    await db
      .insertInto('site_spaces')
      .values({
        ...key,
        id: newId(),
        space_id: space,
        position: `a${at}`,
        path: path ?? `space-${at}`,
        ...(section !== undefined && { section_id: sections.get(section)! }),
        ...(condition !== undefined && { condition }),
      })
      .execute();
  }
  await db.updateTable('sites').set({ published }).where('id', '=', id).execute();
  const { hostname } = (await org.admin.call('GET', `/orgs/${org.id}`)).body;
  const { basename } = (await org.admin.call('GET', `/orgs/${org.id}/sites/${id}`)).body;
  const host = `${hostname}.localhost:${new URL(server.url).port}`;
  return {
    id,
    host,
    base: `/${basename}`,
    get: (path = '', headers) => askHost(server, host, `/${basename}${path}`, headers),
    post: (path, body, headers) => askHost(server, host, `/${basename}${path}`, headers, 'POST', body),
  };
};
