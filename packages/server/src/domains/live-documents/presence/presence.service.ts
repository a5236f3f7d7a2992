import { randomUUID } from 'node:crypto';
import { Broadcast } from '../../../kernel/contract/socket.ts';
import { notify } from '../../../kernel/database/notifications.ts';
import type { Kernel } from '../../../kernel/kernel.ts';
import type { Person } from '../live-documents.contract.ts';
import { isSamePlace, type OwnPerson, pageOf, type Tell, tellPeople } from './people-of-space.ts';

/** The topic of people of other processes. */
const PEOPLE_TOPIC = 'live-people';

/** The topic with which a process asks the others who is in a space. */
const ASK_TOPIC = 'live-who';

interface Dependencies extends Pick<Kernel, 'db' | 'notifications' | 'warn'> {}

interface Space {
  /** Those who are connected to this process. */
  readonly own: Map<string, OwnPerson>;
  /** Those of other processes, with the time until which they are believed to be there. */
  readonly others: Map<string, { readonly person: Person; readonly until: number }>;
  readonly moved: Set<string>;
  readonly pointing: Set<string>;
  readonly gone: Set<string>;
  /** The end of what was sent to other processes. */
  sent: Promise<unknown>;
  timer?: NodeJS.Timeout | undefined;
}

interface News {
  readonly from: string;
  readonly space: string;
  readonly people: readonly Person[];
  readonly gone: readonly string[];
}

const TICK_MS = 100;
const RENEW_MS = 15_000;
const BELIEVED_MS = 40_000;
// A notification of PostgreSQL has at most 8,000 bytes.
const MAX_BYTES = 6_000;

const inParts = <One>(all: readonly One[]): readonly (readonly One[])[] => {
  const parts: One[][] = [];
  let bytes = MAX_BYTES;
  for (const one of all) {
    const size = Buffer.byteLength(JSON.stringify(one)) + 1;
    bytes += size;
    if (bytes > MAX_BYTES) {
      parts.push([]);
      bytes = size;
    }
    parts.at(-1)!.push(one);
  }
  return parts;
};

const ownOf = ({ own }: Space): readonly Person[] => [...own.values()].map(({ person }) => person);
const othersOf = ({ others }: Space): readonly Person[] => [...others.values()].map(({ person }) => person);
const peopleOf = (space: Space): readonly Person[] => [...ownOf(space), ...othersOf(space)];

/** Knows who has a space open, in all processes. Nothing of it is stored. */
export const createPresenceService = ({ db, notifications, warn }: Dependencies) => {
  const process = randomUUID();
  const spaces = new Map<string, Space>();
  let renewing: NodeJS.Timeout | undefined;
  let isListening = false;

  const publish = (id: string, space: Space, people: readonly Person[], gone: readonly string[]) => {
    if (people.length + gone.length === 0) return;
    const parts = [
      ...inParts(people).map((part) => ({ people: part, gone: [] })),
      ...inParts(gone).map((part) => ({ people: [], gone: part })),
    ];
    const send = () =>
      Promise.all(
        parts.map((part) => {
          const news: News = { from: process, space: id, ...part };
          return notify(db, PEOPLE_TOPIC, JSON.stringify(news));
        }),
      );
    // Connections of the pool may overtake each other, and the last news count.
    space.sent = space.sent
      .then(send)
      .catch((error: unknown) => warn({ err: error }, 'presence could not be published'));
  };

  const flush = (id: string, space: Space) => {
    space.timer = undefined;
    const find = (ids: ReadonlySet<string>) => [...ids].flatMap((one) => space.own.get(one)?.person ?? []);
    const moved = find(space.moved);
    const pointing = find(space.pointing).filter((person) => !space.moved.has(person.id));
    const gone = [...space.gone];
    for (const changed of [space.moved, space.pointing, space.gone]) changed.clear();
    tellPeople(space.own.values(), peopleOf(space), { moved, pointing, gone });
    // Cursors matter to processes that have somebody on the same page.
    const pages = new Set(othersOf(space).map(pageOf));
    publish(id, space, [...moved, ...pointing.filter((person) => pages.has(pageOf(person)))], gone);
    if (space.own.size === 0) spaces.delete(id);
    if (spaces.size === 0) {
      clearInterval(renewing);
      renewing = undefined;
    }
  };

  const flushSoon = (id: string, space: Space) => {
    space.timer ??= setTimeout(() => flush(id, space), TICK_MS);
  };

  const hear = ({ from, space: id, people, gone }: News) => {
    const space = spaces.get(id);
    if (!space || from === process) return;
    const until = Date.now() + BELIEVED_MS;
    const [moved, pointing]: [Person[], Person[]] = [[], []];
    for (const person of people) {
      const known = space.others.get(person.id)?.person;
      space.others.set(person.id, { person, until });
      if (!known || !isSamePlace(known, person)) moved.push(person);
      else if (known.cursor !== person.cursor) pointing.push(person);
    }
    const left = gone.filter((one) => space.others.delete(one));
    tellPeople(space.own.values(), peopleOf(space), { moved, pointing, gone: left });
    // Whoever has come to a page gets the cursors that are on it.
    const pages = new Set(moved.map(pageOf));
    for (const person of ownOf(space))
      if (person.cursor !== null && pages.has(pageOf(person))) {
        space.pointing.add(person.id);
        flushSoon(id, space);
      }
  };

  /** People of processes that have ended are gone. */
  const renew = () => {
    const now = Date.now();
    for (const [id, space] of spaces) {
      const gone = [...space.others].flatMap(([one, { until }]) => (until < now ? [one] : []));
      for (const one of gone) space.others.delete(one);
      tellPeople(space.own.values(), [], { moved: [], pointing: [], gone });
      publish(id, space, ownOf(space), []);
    }
  };

  const listen = () => {
    if (isListening) return;
    isListening = true;
    notifications.on(PEOPLE_TOPIC, (payload) => hear(JSON.parse(payload) as News));
    notifications.on(ASK_TOPIC, (payload) => {
      const [from, id = ''] = payload.split(' ');
      const space = spaces.get(id);
      if (space && from !== process) publish(id, space, ownOf(space), []);
    });
  };

  const enter = (id: string): Space => {
    listen();
    const known = spaces.get(id);
    if (known) return known;
    const space: Space = {
      own: new Map(),
      others: new Map(),
      moved: new Set(),
      pointing: new Set(),
      gone: new Set(),
      sent: Promise.resolve(),
    };
    spaces.set(id, space);
    renewing ??= setInterval(renew, RENEW_MS);
    notify(db, ASK_TOPIC, `${process} ${id}`).catch((error: unknown) =>
      warn({ err: error }, 'presence could not be published'),
    );
    return space;
  };

  return {
    /** Adds somebody to a space; they are told who is there, and all changes. */
    add: (spaceId: string, person: Person, tell: Tell): void => {
      const space = enter(spaceId);
      tell(new Broadcast({ type: 'people', people: [...peopleOf(space)], gone: [] }));
      space.own.set(person.id, { person, tell });
      space.moved.add(person.id);
      flushSoon(spaceId, space);
    },

    /** Notes where somebody is now. */
    move: (spaceId: string, id: string, where: Pick<Person, 'page' | 'isEditing' | 'cursor'>): void => {
      const space = spaces.get(spaceId);
      const known = space?.own.get(id);
      if (!space || !known) return;
      const person = { ...known.person, ...where };
      space.own.set(id, { ...known, person });
      if (isSamePlace(known.person, person)) space.pointing.add(id);
      else space.moved.add(id);
      flushSoon(spaceId, space);
    },

    remove: (spaceId: string, id: string): void => {
      const space = spaces.get(spaceId);
      if (!space?.own.delete(id)) return;
      space.gone.add(id);
      flushSoon(spaceId, space);
    },
  };
};

/** Knows who has a space open. */
export type PresenceService = ReturnType<typeof createPresenceService>;
