import type { Person } from './messages.ts';

const isSame = (a: Person | undefined, b: Person): boolean =>
  a?.id === b.id &&
  a.page === b.page &&
  a.isEditing === b.isEditing &&
  a.user.displayName === b.user.displayName;

/** The other people in a space or a change request, each once; the list before if only cursors have moved. */
export const othersOf = (
  id: string | undefined,
  people: readonly Person[],
  before: readonly Person[],
): readonly Person[] => {
  const own = people.find((person) => person.id === id);
  if (!own) return before.length === 0 ? before : [];
  // Of several tabs of a person, the one in which they write counts.
  const byUser = new Map<string, Person>();
  for (const person of people) {
    if (person.user.id === own.user.id || person.changeRequest !== own.changeRequest) continue;
    const known = byUser.get(person.user.id);
    if (!known || (person.page !== null && !known.isEditing)) byUser.set(person.user.id, person);
  }
  const others = [...byUser.values()].sort((a, b) => a.user.displayName.localeCompare(b.user.displayName));
  const isUnchanged = others.length === before.length && others.every((one, at) => isSame(before[at], one));
  return isUnchanged ? before : others;
};
