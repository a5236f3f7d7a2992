import { expect } from 'vitest';
import type { Answer, Person, TestOrganization } from './server.ts';

/** Uploads a file to import; returns its key. */
export const uploadImportFile = async (
  org: TestOrganization,
  name: string,
  content: string | Uint8Array,
  by: Person = org.admin,
): Promise<string> => {
  const bytes = Buffer.from(content as Uint8Array);
  const { status, body } = await by.call('POST', `/orgs/${org.id}/storage/upload`, {
    file: { name, type: 'application/octet-stream', size: bytes.length },
    kind: 'import_file',
  });
  expect(status).toBe(201);
  const sent = await fetch(body.url, { method: 'PUT', body: bytes });
  expect(sent.status).toBe(204);
  return body.key;
};

/** Starts an import, by default as the administrator. */
export const startImport = async (
  org: TestOrganization,
  source: object,
  target: object,
  by: Person = org.admin,
  options: { readonly preview?: boolean } = {},
): Promise<Answer['body']> => {
  const { status, body } = await by.call('POST', `/org/${org.id}/imports`, { source, target, ...options });
  if (status !== 201) throw new Error(`${status} ${JSON.stringify(body)}`);
  return body;
};

/** Waits until an import meets a condition. */
export const waitForImport = async (
  org: TestOrganization,
  id: string,
  isSo: (run: Answer['body']) => boolean,
  seconds = 60,
): Promise<Answer['body']> => {
  for (let left = seconds * 20; ; left--) {
    const { body } = await org.admin.call('GET', `/org/${org.id}/imports/${id}`);
    if (isSo(body)) return body;
    if (left === 0) throw new Error(`The import stays ${JSON.stringify(body).slice(0, 2000)}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
};

const ENDED = ['completed', 'failed', 'cancelled'];

/** Runs an import and returns its result. */
export const runImport = async (org: TestOrganization, source: object, target: object, by?: Person) => {
  const { id } = await startImport(org, source, target, by);
  return waitForImport(org, id, ({ status }) => ENDED.includes(status));
};

/** The pages of a space by path, with title and Markdown. */
export const pagesOf = async (org: TestOrganization, space: string, at = 'content') => {
  const { body } = await org.admin.call('GET', `/spaces/${space}/${at}/pages`);
  const found: Record<string, { id: string; title: string; markdown: string }> = {};
  const read = async (pages: Answer['body']): Promise<void> => {
    for (const { id, title, path, pages: below = [] } of pages) {
      const page = await org.admin.call('GET', `/spaces/${space}/${at}/page/${id}?format=markdown`);
      found[path ?? ''] = { id, title, markdown: page.body.markdown };
      await read(below);
    }
  };
  await read(body.pages);
  return found;
};

/** The administrator as a caller of services. */
export const callerOf = (org: TestOrganization) => ({
  principal: {
    kind: 'user' as const,
    userId: org.admin.id,
    displayName: 'A',
    tokenId: '',
    scopes: undefined,
  },
  requestId: 'test',
  address: '',
});

/** The texts of an exported space by path. */
export const textsOf = async (
  exported: Promise<{ readonly texts: AsyncIterable<readonly [string, string]> }>,
): Promise<Map<string, string>> => {
  const found = new Map<string, string>();
  for await (const [path, text] of (await exported).texts) found.set(path, text);
  return found;
};
