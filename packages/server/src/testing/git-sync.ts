import { expect } from 'vitest';
import type { TestRepository } from './git-repositories.ts';
import type { TestOrganization, TestServer } from './server.ts';

/** The branch that tests sync with. */
export const REF = 'refs/heads/main';

/** Git Sync of a space in tests. */
export const gitSyncOf = (server: TestServer, org: TestOrganization, space: string, repo: TestRepository) => {
  const ask = async (what: 'import' | 'export', body: object = {}) => {
    const more = what === 'export' ? { commitMessage: 'Write it down' } : {};
    const wish = { url: repo.folder, ref: REF, ...more, ...body };
    const { status, body: answer } = await org.admin.call('POST', `/spaces/${space}/git/${what}`, wish);
    expect([status, answer]).toEqual([204, undefined]);
  };
  const last = async () => (await org.admin.call('GET', `/spaces/${space}/git/operation`)).body;
  /** Requests an import or export, runs it like a worker, and returns the result. */
  const sync = async (what: 'import' | 'export', body: object = {}) => {
    await ask(what, body);
    await server.app.services.gitOperations.run({ organization_id: org.id, id: space });
    return last();
  };
  const get = async (at: string) => (await org.admin.call('GET', `/spaces/${space}${at}`)).body;
  const pages = async (): Promise<Record<string, { id: string; git?: { oid: string; path: string } }>> => {
    const found: Record<string, { id: string }> = {};
    const note = (all: { title: string; id: string; pages?: never[] }[]) => {
      for (const page of all) {
        found[page.title] = page;
        note(page.pages ?? []);
      }
    };
    note((await get('/content/pages')).pages);
    return found;
  };
  const revision = async () => (await get('')).revision;
  const markdown = async (title: string) =>
    (await get(`/content/page/${(await pages())[title]!.id}?format=markdown`)).markdown;
  const change = async (...changes: object[]) =>
    expect((await org.admin.call('POST', `/spaces/${space}/content`, { changes })).status).toBe(200);
  const insert = (title: string, more: object = {}) =>
    change({ operation: 'insert_page', title, document: { markdown: 'New.' }, ...more });
  const update = async (title: string, fields: object) =>
    change({ operation: 'update_page', page: (await pages())[title]!.id, ...fields });
  const write = (title: string, text: string) => update(title, { document: { markdown: text } });
  const expectExport = async (problems: readonly object[] = []) =>
    expect(await sync('export')).toMatchObject({ state: 'success', problems });
  /** An export without a commit. */
  const expectNoCommit = async () => {
    const before = await repo.head();
    await expectExport();
    expect(await repo.head()).toBe(before);
  };

  return {
    ...{ ask, last, sync, get, pages, revision, markdown },
    ...{ change, insert, update, write, expectExport, expectNoCommit },
  };
};

/** Git Sync of a space in tests. */
export type GitSync = ReturnType<typeof gitSyncOf>;
