import { describe, expect, test } from 'vitest';
import { createLiveSpace } from '../../testing/content-factory.ts';
import type { TestOrganization } from '../../testing/server.ts';
import { withOrganization } from '../../testing/set-up.ts';

describe('search for stop words', () => {
  let org: TestOrganization;
  withOrganization(
    (fresh) => {
      org = fresh.org;
    },
    { roles: ['api', 'worker'] },
  );

  const live = (language: 'en' | 'de') => createLiveSpace(org, { language });
  const insert = (
    space: string,
    ...pages: readonly (readonly [title: string, text: string, more?: object])[]
  ) =>
    org.edit.call('POST', `/spaces/${space}/content`, {
      changes: pages.map(([title, markdown, more]) => ({
        operation: 'insert_page',
        title,
        document: { markdown },
        ...more,
      })),
    });
  const search = async (space: string, query: string) =>
    (await org.read.call('GET', `/spaces/${space}/search?query=${encodeURIComponent(query)}`)).body;
  const titles = (found: { items: { title: string }[] }) => found.items.map((item) => item.title);

  test('finds names that are stop words of the language', async () => {
    const space = await live('en');
    await insert(
      space,
      ['Who we are', 'People.'],
      ['Contact', 'Text\n\n## Who to ask\n\nAnybody.'],
      ['The end', 'Nothing more.'],
      ['Other', 'Somebody who left.'],
    );
    expect(titles(await search(space, 'who'))).toEqual(['Who we are', 'Contact', 'Other']);
    expect(titles(await search(space, 'the'))).toContain('The end');
    expect(titles(await search(space, 'who we'))).toContain('Who we are');
    const contact = (await search(space, 'who')).items[1];
    expect(contact.sections).toMatchObject([{ title: 'Who to ask', path: 'contact#who-to-ask' }]);
    // Among other words they count as little as before.
    expect(titles(await search(space, 'who anybody'))).toEqual(['Contact']);
    const { body } = await org.read.call('GET', `/orgs/${org.id}/search?query=who`);
    expect(body.items).toMatchObject([
      { id: space, pages: [{ title: 'Who we are' }, { title: 'Contact' }, { title: 'Other' }] },
    ]);
  });

  test('finds a stop word alone in texts, whole, and marks it', async () => {
    const space = await live('en');
    await insert(
      space,
      ['Clocks', 'Wind them up.\n\n## Later\n\nThe hand moves, and then it moves again. Wait.'],
      ['Walls', 'A ladder stands against them.'],
      ['Doors', 'They open and close.', { description: 'Once more and again' }],
    );
    const found = await search(space, 'again');
    expect(titles(found).sort()).toEqual(['Clocks', 'Doors']);
    const clocks = found.items.find((item: { title: string }) => item.title === 'Clocks');
    expect(clocks).toMatchObject({ resultType: 'section', sections: [{ title: 'Later' }] });
    expect(clocks.sections[0].body).toContain('moves again');
    expect(titles(await search(space, 'then again'))).toEqual(['Clocks']);
    // Other words are not found in stop words.
    expect(titles(await search(space, 'aga'))).toEqual([]);
    const german = await live('de');
    await insert(german, ['Uhren', 'Sie gehen nicht.']);
    expect(titles(await search(german, 'nicht'))).toEqual(['Uhren']);
  });
});
