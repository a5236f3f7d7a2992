import { describe, expect, test } from 'vitest';
import { countsInWords, createdThings, ownedThings } from './ownership-words.ts';

const NONE = { count: 0, titles: [] };
const EMPTY = {
  object: 'member-ownership' as const,
  contents: NONE,
  teams: NONE,
  changeRequests: NONE,
  reviews: NONE,
  gitConnections: NONE,
  created: { inviteLinks: NONE, shareLinks: NONE, webhooks: NONE, scimTokens: NONE },
};

describe('what belongs to a member, in words', () => {
  test('names only what there is, with the first titles', () => {
    expect(ownedThings(EMPTY)).toEqual([]);
    expect(
      ownedThings({
        ...EMPTY,
        contents: { count: 12, titles: ['Handbook', ''] },
        teams: { count: 1, titles: ['Writers'] },
      }),
    ).toEqual([
      { kind: 'contents', count: '12 spaces and collections', titles: 'Handbook, Untitled and 10 more' },
      { kind: 'teams', count: '1 team', titles: 'Writers' },
    ]);
  });

  test('names the links and secrets that go on to work first', () => {
    const created = {
      ...EMPTY.created,
      inviteLinks: { count: 1, titles: ['Acme (edit)'] },
      scimTokens: { count: 2, titles: ['Okta', 'Entra'] },
    };
    expect(createdThings(created)).toEqual([
      { kind: 'scimTokens', count: '2 SCIM tokens', titles: 'Okta, Entra' },
      { kind: 'inviteLinks', count: '1 invite link', titles: 'Acme (edit)' },
    ]);
  });

  test('lists counts', () => {
    const counts = { contents: 0, teams: 2, changeRequests: 0, reviews: 0, gitConnections: 1 };
    expect(countsInWords(counts)).toBe('2 teams, 1 git connection');
  });
});
