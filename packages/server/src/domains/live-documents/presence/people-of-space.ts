import { Broadcast } from '../../../kernel/contract/socket.ts';
import type { Person, ServerMessage } from '../live-documents.contract.ts';

/** Tells a connection about people of its space. */
export type Tell = (message: Broadcast<ServerMessage>) => void;

/** What has changed in a space. */
export interface PeopleNews {
  /** Those who are new, or on another page. */
  readonly moved: readonly Person[];
  /** Those whose cursor alone is elsewhere: only people on the same page see it. */
  readonly pointing: readonly Person[];
  readonly gone: readonly string[];
}

/** Somebody who is connected to this process. */
export interface OwnPerson {
  readonly person: Person;
  readonly tell: Tell;
}

/** The page that somebody is on; people on the same one see their cursors. */
export const pageOf = ({ changeRequest, page }: Person): string => `${changeRequest ?? ''}/${page ?? ''}`;

/** Whether somebody is where they were, apart from their cursor. */
export const isSamePlace = (a: Person, b: Person): boolean =>
  pageOf(a) === pageOf(b) && a.isEditing === b.isEditing;

/** Tells people about each other: everybody who has moved, and on their own page all cursors. */
export const tellPeople = (
  own: Iterable<OwnPerson>,
  all: readonly Person[],
  { moved, pointing, gone }: PeopleNews,
): void => {
  const messageOf = (people: readonly Person[]) =>
    people.length + gone.length > 0
      ? new Broadcast<ServerMessage>({ type: 'people', people: [...people], gone: [...gone] })
      : undefined;
  // One message for all who are on the same page.
  const messages = new Map<string, ReturnType<typeof messageOf>>();
  const arrived = new Set(moved.map(({ id }) => id));
  for (const { person, tell } of own) {
    const page = pageOf(person);
    const isNew = arrived.has(person.id);
    const name = `${page}/${isNew}`;
    if (!messages.has(name)) {
      const there = (isNew ? all : pointing).filter((one) => pageOf(one) === page && !arrived.has(one.id));
      messages.set(name, messageOf([...moved, ...there]));
    }
    const message = messages.get(name);
    if (message) tell(message);
  }
};
