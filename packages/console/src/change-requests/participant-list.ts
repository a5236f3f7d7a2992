import type { ItemOf } from '../api/operations.ts';

type Contribution = ItemOf<'/spaces/{spaceId}/change-requests/{changeRequestId}/contributors'>;

/** A person who takes part in a change request, and what they did, in words. */
interface Participant {
  readonly user: Contribution['user'];
  readonly words: string;
}

const NAMES = { edit: ['edit', 'edits'], comment: ['comment', 'comments'] } as const;

/** The people of a list of contributions, each once, in the order of the list. */
export const participantsIn = (contributions: readonly Contribution[]): readonly Participant[] => {
  const people = new Map<string, { user: Contribution['user']; words: string[] }>();
  for (const { user, actionType, count } of contributions) {
    const person = people.get(user.id) ?? { user, words: [] };
    people.set(user.id, person);
    person.words.push(`${count} ${NAMES[actionType][count === 1 ? 0 : 1]}`);
  }
  return [...people.values()].map(({ user, words }) => ({ user, words: words.join(', ') }));
};
