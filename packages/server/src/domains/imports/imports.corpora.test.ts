import { readFileSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import {
  corporaFolder,
  repositories,
  repositoriesToTest,
} from '../../../../document/src/markdown/corpora.testing.ts';
import { expectSameContent } from '../../testing/compare-content.ts';
import { createLiveSpace } from '../../testing/content-factory.ts';
import { callerOf, textsOf } from '../../testing/imports.ts';
import type { TestOrganization, TestServer } from '../../testing/server.ts';
import { withOrganization } from '../../testing/set-up.ts';

let server: TestServer;
let org: TestOrganization;
withOrganization((fresh) => {
  ({ server, org } = fresh);
});

const course = () => ({ signal: new AbortController().signal, progress: () => {} });

const filesBelow = async (folder: string) =>
  (await readdir(folder, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name))
    .map((file) => ({ path: path.relative(folder, file), bytes: readFileSync(file) }));

const byPath = (files: readonly { path: string; bytes: Uint8Array }[]) =>
  Object.fromEntries(files.map((file) => [file.path, file.bytes]));

test.skipIf(repositories.length === 0).each(repositoriesToTest)(
  '%s has no difference after an import, an export and another import',
  async (name) => {
    const { imports, spaces } = server.app.services;
    const caller = callerOf(org);
    const bring = async (space: string, files: readonly { path: string; bytes: Uint8Array }[]) => {
      const gathered = await imports.toRepository(files, course());
      return imports.write(caller, { space }, gathered.files, 'replace', course());
    };
    const takeOut = async (space: string) => {
      const exported = await imports.exportSpace((await spaces.find(org.admin.id, space))!, {});
      const texts = await textsOf(Promise.resolve(exported));
      const bytes = await Promise.all(
        exported.files.map(async (file) => {
          const chunks = await (await file.open())!.toArray();
          return { path: file.path, bytes: Buffer.concat(chunks) };
        }),
      );
      return [...[...texts].map(([at, text]) => ({ path: at, bytes: Buffer.from(text) })), ...bytes];
    };
    const first = await createLiveSpace(org);
    const source = await filesBelow(path.join(corporaFolder, name));
    const written = await bring(first, source);
    expect([name, written.revision]).toEqual([name, expect.any(String)]);
    expect(written.pages.length).toBeGreaterThan(0);
    const { body: listed } = await org.admin.call('GET', `/spaces/${first}/content/pages`);
    const out = await takeOut(first);
    expectSameContent(byPath(source), listed.pages, byPath(out));
    // The same folder again: nothing is new, and every page is the one that it was.
    const again = await bring(first, source);
    expect([again.revision, again.pages]).toEqual([undefined, written.pages]);
    // What went out changes nothing where it came from.
    expect([name, (await bring(first, out)).revision]).toEqual([name, undefined]);
    // And elsewhere it makes the same again.
    const second = await createLiveSpace(org);
    await bring(second, out);
    const copy = new Map((await takeOut(second)).map((file) => [file.path, file.bytes]));
    expect([name, [...copy.keys()].sort()]).toEqual([name, out.map((file) => file.path).sort()]);
    const different = out.filter((file) => !copy.get(file.path)!.equals(file.bytes));
    expect([name, different.map((file) => file.path)]).toEqual([name, []]);
  },
);
