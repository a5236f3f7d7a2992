import { openSocket } from '../api/socket.ts';
import type { ContentPlace } from '../pages/content-place.ts';
import { createChangesOfOthers } from './changes-of-others.ts';
import type { ClientMessage, Person, ServerMessage, Whereabouts } from './messages.ts';
import { othersOf } from './others.ts';

/** What is known of a space at the moment. */
export interface LiveState {
  /** The id of this tab; undefined without a connection. */
  readonly id: string | undefined;
  readonly mayEdit: boolean;
  readonly people: readonly Person[];
  /** The other people, each once; the same list until somebody comes, leaves or goes elsewhere. */
  readonly others: readonly Person[];
}

const NOBODY: LiveState = { id: undefined, mayEdit: false, people: [], others: [] };

// A server that restarts is back in seconds; one that has refused is not asked all the time.
const FIRST_DELAY_MS = 1_000;
const LAST_DELAY_MS = 60_000;

type Connect = () => WebSocket;

const socketOf =
  ({ spaceId, changeRequestId }: ContentPlace): Connect =>
  () =>
    changeRequestId === undefined
      ? openSocket('/spaces/{spaceId}/live', { spaceId })
      : openSocket('/spaces/{spaceId}/change-requests/{changeRequestId}/live', { spaceId, changeRequestId });

interface Options {
  /** The newest revision that the tab has read. */
  readonly revision: string | undefined;
  /** Called after others have changed the content. */
  readonly onChange: () => void;
}

/** Connects to a space or a change request, again and again. */
export const connectTo = (
  place: ContentPlace,
  { revision: read, onChange }: Options,
  connect: Connect = socketOf(place),
) => {
  let state = NOBODY;
  let socket: WebSocket | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let delay = FIRST_DELAY_MS;
  let isClosed = false;
  let where: Whereabouts = { page: null, isEditing: false, cursor: null };
  const watchers = new Set<() => void>();
  const listeners = new Set<(message: ServerMessage) => void>();
  const changes = createChangesOfOthers(onChange);
  let revision = read;

  const become = (next: LiveState) => {
    state = next;
    for (const watcher of [...watchers]) watcher();
  };
  const send = (message: ClientMessage): boolean => {
    if (state.id === undefined || socket?.readyState !== WebSocket.OPEN) return false;
    socket.send(JSON.stringify(message));
    return true;
  };
  const take = (message: ServerMessage) => {
    if (message.type === 'welcome') {
      delay = FIRST_DELAY_MS;
      become({ id: message.id, mayEdit: message.mayEdit, people: [], others: [] });
      send({ type: 'here', ...where });
      // What was changed without a connection was not told.
      if (message.revision !== revision) onChange();
      revision = message.revision;
    }
    if (message.type === 'moved') {
      revision = message.revision;
      changes.moved(revision);
    }
    if (message.type === 'people') {
      const known = new Map(state.people.map((person) => [person.id, person]));
      for (const person of message.people) known.set(person.id, person);
      for (const id of message.gone) known.delete(id);
      const people = [...known.values()];
      become({ ...state, people, others: othersOf(state.id, people, state.others) });
    }
    for (const listener of [...listeners]) listener(message);
  };
  const open = () => {
    clearTimeout(timer);
    // Without a network, it is connected when that is there again.
    if (isClosed || !navigator.onLine) return;
    const opened = connect();
    socket = opened;
    opened.onmessage = ({ data }) => {
      if (socket === opened) take(JSON.parse(String(data)) as ServerMessage);
    };
    opened.onclose = () => {
      if (socket !== opened) return;
      socket = undefined;
      if (isClosed) return;
      if (state !== NOBODY) become(NOBODY);
      timer = setTimeout(open, delay * (0.5 + Math.random()));
      delay = Math.min(delay * 2, LAST_DELAY_MS);
    };
  };
  const openNow = () => {
    if (!socket) open();
  };
  // A connection that is gone may not be noticed for minutes.
  const drop = () => socket?.close();
  addEventListener('online', openNow);
  addEventListener('offline', drop);
  open();
  return {
    state: () => state,
    /** Calls a listener after every change of the state; returns what ends it. */
    watch: (watcher: () => void) => {
      watchers.add(watcher);
      return () => void watchers.delete(watcher);
    },
    onMessage: (listener: (message: ServerMessage) => void) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    /** Notes a revision that this tab has made. */
    made: changes.made,
    /** Sends a message; false without a connection. */
    send,
    /** Tells others where this tab is. */
    move: (next: Partial<Whereabouts>) => {
      const before = JSON.stringify(where);
      where = { ...where, ...next };
      if (JSON.stringify(where) !== before) send({ type: 'here', ...where });
    },
    close: () => {
      isClosed = true;
      clearTimeout(timer);
      changes.close();
      removeEventListener('online', openNow);
      removeEventListener('offline', drop);
      socket?.close();
    },
  };
};

/** A connection to a space or a change request. */
export type LiveConnection = ReturnType<typeof connectTo>;
