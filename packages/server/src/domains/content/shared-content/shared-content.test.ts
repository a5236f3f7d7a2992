import { describe, expect, test } from 'vitest';
import { createLiveSpace } from '../../../testing/content-factory.ts';
import type { TestOrganization } from '../../../testing/server.ts';
import { withOrganization } from '../../../testing/set-up.ts';

describe('shared content', () => {
  let org: TestOrganization;
  let space: string;
  withOrganization(async (fresh) => {
    ({ org } = fresh);
    space = await createLiveSpace(org);
  });
  const edit = (place: string, ...changes: readonly object[]) =>
    org.edit.call('POST', `/spaces/${space}${place}/content?compat=false`, { changes });
  const get = async (path: string) => (await org.read.call('GET', `/spaces/${space}${path}`)).body;

  test('is listed with the pages that use it, in the space and in a change request', async () => {
    const made = await edit(
      '',
      { operation: 'set_variables', variables: { version: '4.2', pro: true } },
      {
        operation: 'insert_reusable_content',
        title: 'Support',
        ref: 'support',
        document: { markdown: 'Version <code class="expression">space.vars.version</code>.' },
      },
      {
        operation: 'insert_page',
        title: 'Install',
        document: { markdown: '{% include "/reusable-contents/support" %}\n\n{% include "./support" %}' },
      },
      { operation: 'insert_page', title: 'Upgrade', condition: 'space.vars.pro' },
    );
    const [{ id }] = made.body.insertedReusableContents;
    const [install, upgrade] = made.body.changes.map(
      ({ page }: { readonly page: { readonly id: string } }) => page.id,
    );
    await edit('', {
      operation: 'update_page',
      page: install,
      document: {
        markdown: `{% include "/reusable-contents/${id}" %}\n\n{% include "/reusable-contents/${id}" %}`,
      },
    });
    const contents = await get('/content/reusable-contents?withUsage=true');
    expect(contents).toMatchObject({
      count: 1,
      items: [
        {
          id,
          title: 'Support',
          document: expect.any(String),
          usedBy: { count: 1, items: [{ kind: 'page', id: install, title: 'Install' }] },
        },
      ],
    });
    expect((await get('/content/variables?withUsage=true')).items).toEqual([
      {
        object: 'variable',
        name: 'pro',
        value: true,
        usedBy: { count: 1, items: [{ kind: 'page', id: upgrade, title: 'Upgrade' }] },
      },
      {
        object: 'variable',
        name: 'version',
        value: '4.2',
        usedBy: { count: 1, items: [{ kind: 'reusable-content', id, title: 'Support' }] },
      },
    ]);
    const first = await get('/content/variables?limit=1');
    expect(first.items).toEqual([{ object: 'variable', name: 'pro', value: true }]);
    expect((await get(`/content/variables?limit=1&page=${first.next.page}`)).items[0].name).toBe('version');

    // A change request has its own.
    const { body: request } = await org.edit.call('POST', `/spaces/${space}/change-requests`, {});
    const inRequest = `/change-requests/${request.id}`;
    await edit(
      inRequest,
      { operation: 'set_variables', variables: { version: '5' } },
      { operation: 'delete_reusable_content', reusableContent: id },
    );
    expect((await get(`${inRequest}/content/reusable-contents`)).count).toBe(0);
    expect((await get(`${inRequest}/content/variables`)).items[1].value).toBe('5');
    expect((await get('/content/variables')).items[1].value).toBe('4.2');
  });

  test('a reusable content is not overwritten by somebody who has not read it', async () => {
    const made = await edit('', {
      operation: 'insert_reusable_content',
      title: 'Note',
      document: { markdown: 'One.' },
    });
    const [{ id }] = made.body.insertedReusableContents;
    const base = (await get(`/content/reusable-contents/${id}`)).document;
    const update = (from: string | null, markdown: string) =>
      edit('', {
        operation: 'update_reusable_content',
        reusableContent: id,
        base: from,
        document: { markdown },
      });
    expect((await update(base, 'Two.')).status).toBe(200);
    const refused = await update(base, 'Three.');
    expect([refused.status, refused.body.error.details[0].path]).toEqual([409, 'body.changes.0.base']);
    expect((await update(null, 'Three.')).status).toBe(409);
  });
});
