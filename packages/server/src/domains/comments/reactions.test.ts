import { describe, expect, test } from 'vitest';
import type { TestOrganization } from '../../testing/server.ts';
import { withOrganization } from '../../testing/set-up.ts';
import { canonicalEmoji } from './canonical-emoji.ts';

describe('an emoji', () => {
  test.each([
    ['👍', ['1f44d', '1F44D', '👍']],
    ['\u2764\uFE0F', ['2764', '2764-fe0f', '2764-FE0F', '\u2764', '\u2764\uFE0F']],
    ['👨‍👩‍👧', ['1f468-200d-1f469-200d-1f467', '👨‍👩‍👧']],
    ['👍🏽', ['1f44d-1f3fd', '👍🏽']],
  ])('%s has one normalized form', (form, written) => {
    expect(written.map(canonicalEmoji)).toEqual(written.map(() => form));
  });

  test.each(['thumbs', 'ffffff', '110000', '1f44d-', '', '1f44d 1f44d'])(
    '%j is not an emoji, and stays unchanged',
    (word) => {
      expect(canonicalEmoji(word)).toBe(word);
    },
  );
});

describe('reactions', () => {
  let org: TestOrganization;
  withOrganization((fresh) => {
    ({ org } = fresh);
  });

  test('accept an emoji in any form, and removing an unknown one succeeds', async () => {
    const space = await org.space();
    const { body } = await org.comment.call('POST', `/spaces/${space}/comments`, { body: {} });
    const reactions = async (update: object) => {
      const answer = await org.edit.call('PUT', `/spaces/${space}/comments/${body.id}`, update);
      expect(answer.status).toBe(200);
      return answer.body.reactions.map((one: { emoji: string; count: number }) => [one.emoji, one.count]);
    };
    const both = [
      ['👍', 1],
      ['❤️', 1],
    ];
    const forms = ['1f44d', '1F44D', '👍', '2764', '2764-fe0f', '❤', '❤️'];
    expect(await reactions({ addedReactions: forms })).toEqual(expect.arrayContaining(both));
    expect(await reactions({ addedReactions: forms })).toHaveLength(2);
    expect(await reactions({ removedReactions: ['thumbsup'] })).toHaveLength(2);
    expect(await reactions({ removedReactions: ['1F44D'] })).toEqual([['❤️', 1]]);
  });
});
