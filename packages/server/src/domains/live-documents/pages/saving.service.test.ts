import { type Document, parseMarkdown, printMarkdown } from '@lectern/document';
import { sharedUpdateOf } from '@lectern/document/live';
import { describe, expect, test } from 'vitest';
import { createLiveSpace } from '../../../testing/content-factory.ts';
import type { TestOrganization, TestServer } from '../../../testing/server.ts';
import { withOrganization } from '../../../testing/set-up.ts';
import type { PageKey, Place } from './live-page.ts';
import {
  appendUpdates,
  type DocumentKey,
  findDocument,
  insertDocument,
  lockDocument,
  readSince,
} from './live-pages.store.ts';
import type { PageHeadsService } from './page-heads.service.ts';
import { createSavingService } from './saving.service.ts';

describe('two processes that save a page', () => {
  let server: TestServer;
  let org: TestOrganization;
  withOrganization((fresh) => ({ server, org } = fresh));

  const setUp = async (start: string) => {
    const { kernel } = server.app;
    const spaceId = await createLiveSpace(org);
    const key: PageKey = { organizationId: org.id, spaceId, changeRequestId: '', pageId: 'page' };
    const document: DocumentKey = { organizationId: org.id, id: kernel.newId() };
    const place = { caller: { principal: { userId: org.edit.id } } } as Place;
    const bodies: Document[] = [parseMarkdown(start)];
    let afterRead = async () => {};
    const heads: PageHeadsService = {
      documentOf: async (_, body) => bodies[Number(body)]!,
      read: async () => {
        const body = String(bodies.length - 1);
        const run = afterRead;
        afterRead = async () => {};
        await run();
        return { place, body, document: bodies[Number(body)]! };
      },
      save: async (_, __, text) => String(bodies.push(text) - 1),
      bodies: async () => new Map(),
      keyOf: () => key,
    };
    await insertDocument(kernel.db, key, {
      id: document.id,
      base_body: '0',
      snapshot: Buffer.from(sharedUpdateOf(bodies[0]!)),
      expires_at: new Date(Date.now() + 60_000),
    });
    const saving = createSavingService({ ...kernel, heads });
    const open = async () => {
      const page = await saving.openStored(document, key);
      const catchUp = async (seq: number) => {
        page.shared.apply(await readSince(kernel.db, document, page.shared.seq));
        page.shared.seq = seq;
      };
      return {
        page,
        text: () => printMarkdown(page.shared.document(bodies[0]!)).trim(),
        write: async (markdown: string) => {
          const content = page.shared.write(parseMarkdown(markdown))!;
          page.shared.seq = await kernel.transaction(async (tx) => {
            const row = (await lockDocument(tx, document))!;
            return appendUpdates(tx, document, Number(row.last_seq), [{ userId: null, content }]);
          });
        },
        save: () => saving.save(page, place, () => {}, catchUp),
        mergeHead: () => saving.mergeHead(page, place, () => {}, catchUp),
      };
    };
    return {
      open,
      heads: () => bodies.map((body) => printMarkdown(body).trim()),
      base: async () => (await findDocument(kernel.db, document))?.base_body,
      whenRead: (run: () => Promise<unknown>) => {
        afterRead = async () => void (await run());
      },
    };
  };

  test('do not take back what one of them saves after the other one has read the page', async () => {
    const { open, heads, base, whenRead } = await setUp('First');
    const [one, other] = [await open(), await open()];
    await one.write('First typed');
    whenRead(one.save);
    await other.mergeHead();
    expect(other.text()).toBe('First typed');
    expect([heads(), await base()]).toEqual([['First', 'First typed'], '1']);
    for (const { page } of [one, other]) page.shared.close();
  });
});
