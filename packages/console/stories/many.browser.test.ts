import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startServer, type TestOrganization, type TestServer } from '../../server/src/testing/server.ts';
import { CHROMIUM, openBrowser } from '../../site/src/testing/browser.ts';
import { openSignedIn, type Window } from './signed-in.ts';
import { picture } from './writer.testing.ts';

const MANY = 1000;
const number = (i: number) => String(i).padStart(4, '0');

describe.skipIf(!CHROMIUM)('an organization with many spaces, collections, teams and translations', () => {
  let server: TestServer;
  let org: TestOrganization;
  let browser: Browser;
  let window: Window;
  let page: Page;
  let shelf: string;

  beforeAll(async () => {
    server = await startServer();
    org = await server.organization('Library');
    shelf = await org.collection('Shelf');
    const source = await org.space('Source');
    await org.admin.request('createOrganizationSAMLProvider', {
      params: { organizationId: org.id },
      body: { label: 'Staff' },
    });
    const { db, clock } = server.app.kernel;
    const now = clock.now();
    const { revision_id } = await db
      .selectFrom('spaces')
      .select('revision_id')
      .where('id', '=', source)
      .executeTakeFirstOrThrow();
    const all = Array.from({ length: MANY }, (_, i) => number(i));
    const id = (kind: string, i: string) => `${kind}${i}${org.id}`;
    const content = (kind: 'space' | 'collection', i: string, more: object) => ({
      organization_id: org.id,
      kind,
      position: `b${i}`,
      inherits: true,
      created_by: org.admin.id,
      created_at: now,
      updated_at: now,
      ...more,
    });
    const space = (id: string, title: string) => ({
      organization_id: org.id,
      id,
      title,
      emoji: '',
      revision_id,
    });
    await db
      .insertInto('contents')
      .values([
        ...all.map((i) => content('space', i, { id: id('book', i), parent_id: shelf, ancestors: [shelf] })),
        ...all.map((i) => content('collection', i, { id: id('shelf', i) })),
        ...all.map((i) =>
          content('space', i, {
            id: id('lost', i),
            position: `c${i}`,
            deleted_at: new Date(now.getTime() - Number(i)),
          }),
        ),
      ] as never)
      .execute();
    await db
      .insertInto('spaces')
      .values([
        ...all.map((i) => space(id('book', i), `Book ${i}`)),
        ...all.map((i) => space(id('lost', i), `Lost ${i}`)),
      ] as never)
      .execute();
    await db
      .insertInto('collections')
      .values(all.map((i) => ({ organization_id: org.id, id: id('shelf', i), title: `Shelf ${i}` })) as never)
      .execute();
    await db
      .insertInto('teams')
      .values(
        all.map((i) => ({
          organization_id: org.id,
          id: id('team', i),
          title: `Team ${i}`,
          created_at: now,
        })) as never,
      )
      .execute();
    browser = await openBrowser();
    window = await openSignedIn(browser, server, org.admin);
    ({ page } = window);
  }, 120_000);
  afterAll(async () => {
    await browser?.close();
    await server?.close();
  });

  const search = (name: string, text: string) => page.getByRole('searchbox', { name }).fill(text);

  test('a collection shows a part of its spaces, and finds the others', async () => {
    await page.goto(`/app/c/${shelf}`);
    const main = page.getByRole('main');
    await main.getByRole('link', { name: 'Book 0000' }).waitFor();
    await picture(page, 'many-collection');
    expect(await main.getByRole('listitem').count()).toBe(100);
    await main.getByRole('button', { name: 'Show more' }).click();
    await main.getByRole('link', { name: 'Book 0199' }).waitFor();
    await search('Words of a title', 'book 0998');
    await main.getByRole('link', { name: 'Book 0998' }).waitFor();
    expect(await main.getByRole('listitem').count()).toBe(1);
    await search('Words of a title', 'nothing like it');
    await main.getByText('Nothing in this collection matches.').waitFor();
  });

  test('a collection is moved to one of many', async () => {
    await page.getByRole('button', { name: 'Actions on Shelf', exact: true }).last().click();
    await page.getByRole('menuitem', { name: /^Move/ }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('radio', { name: 'Shelf 0001' }).waitFor();
    expect(await dialog.getByRole('radio').count()).toBeLessThanOrEqual(101);
    await search('Name of a collection', 'shelf 0997');
    await dialog.getByRole('radio', { name: 'Shelf 0997' }).check();
    await picture(page, 'many-move');
    await dialog.getByRole('button', { name: 'Move', exact: true }).click();
    await page.getByText('“Shelf” was moved').waitFor();
  });

  test('the trash shows the last deleted spaces, and finds the others', async () => {
    await page.goto(`/app/o/${org.id}/~/trash`);
    const list = page.getByRole('list', { name: 'Spaces in the trash' });
    await list.getByText('Lost 0000').waitFor();
    expect(await list.getByRole('listitem').count()).toBe(50);
    await search('Title of a space', 'lost 0996');
    await list.getByText('Lost 0996').waitFor();
    await picture(page, 'many-trash');
    await list.getByRole('button', { name: 'Restore Lost 0996' }).click();
    await page.getByText('No space in the trash matches this search.').waitFor();
  });

  test('the team of an identity provider is one of many', async () => {
    await page.goto(`/app/o/${org.id}/~/settings/sso`);
    await page.getByRole('link', { name: 'Staff' }).click();
    await search('Search of teams', 'team 0995');
    const team = page.getByRole('combobox', { name: 'Team', exact: true });
    await expect.poll(() => team.getByRole('option').count()).toBe(2);
    await team.selectOption({ label: 'Team 0995' });
    await search('Search of teams', '');
    await page.getByText('950 more: type words of the title.').waitFor();
    await picture(page, 'many-teams');
    await page.reload();
    await expect.poll(() => team.locator('option:checked').textContent()).toBe('Team 0995');
  });

  test('translations are searched by the title of their source, and by language', async () => {
    const path = `/orgs/${org.id}/translations`;
    for (const [i, language] of [
      ['0001', 'de'],
      ['0002', 'de'],
      ['0002', 'fr'],
    ])
      await org.admin.call('POST', path, {
        source: { space: `book${i}${org.id}`, language: 'en' },
        language,
      });
    await page.goto(`/app/o/${org.id}/~/settings/translations`);
    const list = page.getByRole('list', { name: 'Translations' });
    await list.getByRole('link', { name: 'Book 0001 in German' }).waitFor();
    await search('Title of the source', 'book 0002');
    await expect.poll(() => list.getByRole('listitem').count()).toBe(2);
    await page.getByRole('combobox', { name: 'Language', exact: true }).selectOption('fr');
    await list.getByRole('link', { name: 'Book 0002 in French' }).waitFor();
    await expect.poll(() => list.getByRole('listitem').count()).toBe(1);
    await picture(page, 'many-translations');
    await search('Title of the source', 'nothing like it');
    await page.getByText('No translation matches this search.').waitFor();
    expect([window.errors, window.unlisted]).toEqual([[], []]);
  });
});
