import { sql } from 'kysely';
import { expect, test, vi } from 'vitest';
import { createLiveSpace } from '../../../testing/content-factory.ts';
import type { TestOrganization, TestServer } from '../../../testing/server.ts';
import { withOrganization } from '../../../testing/set-up.ts';

let server: TestServer;
let org: TestOrganization;
withOrganization((fresh) => {
  ({ server, org } = fresh);
});

test('texts are merged once, and without a lock on the space, since long ones take seconds', async () => {
  const space = await createLiveSpace(org);
  const edit = (place: string, change: object) =>
    org.edit.call('POST', `${place}/content`, { changes: [change] });
  const at = `/spaces/${space}`;
  await edit(at, {
    operation: 'insert_page',
    title: 'Page',
    document: { markdown: 'Apples\n\nPears' },
  });
  const page = (await org.read.call('GET', `${at}/content/pages`)).body.pages[0].id;
  const write = (markdown: string) => ({ operation: 'update_page', page, document: { markdown } });
  const { body } = await org.edit.call('POST', `${at}/change-requests`, { subject: 'Change' });
  const request = `${at}/change-requests/${body.id}`;
  await edit(request, write('Apples, changed\n\nPears'));
  await edit(at, write('Apples\n\nPears, changed'));
  const { db, markdown } = server.app.kernel;
  const { merge } = markdown;
  const merging = vi.spyOn(markdown, 'merge').mockImplementation(async (...texts) => {
    await sql`select from spaces where id = ${space} for update nowait`.execute(db);
    return merge(...texts);
  });
  try {
    expect((await org.read.call('GET', `${request}/merge-status`)).body.conflicts).toBe('none');
    expect((await org.edit.call('POST', `${request}/update`)).body.result).toBe('update');
    expect(merging).toHaveBeenCalledTimes(1);
    await edit(at, write('Apples\n\nPears, changed again'));
    expect((await org.review.call('POST', `${request}/merge`)).body.result).toBe('merge');
    expect(merging).toHaveBeenCalledTimes(2);
  } finally {
    merging.mockRestore();
  }
  const { body: merged } = await org.read.call('GET', `${at}/content/page/${page}?format=markdown`);
  expect(merged.markdown.trim()).toBe('Apples, changed\n\nPears, changed again');
});
