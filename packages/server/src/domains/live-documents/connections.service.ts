import { SESSION_ENDED_TOPIC } from '../../kernel/auth/session-store.ts';
import {
  type Broadcast,
  GOING_AWAY,
  INVALID_MESSAGE,
  NOT_ALLOWED,
  type Socket,
  TOO_MANY_MESSAGES,
} from '../../kernel/contract/socket.ts';
import type { Kernel } from '../../kernel/kernel.ts';
import type { ClientMessage, ServerMessage } from './live-documents.contract.ts';
import { createMessageLimit } from './message-limit.ts';
import { toBase64 } from './pages/base64.ts';
import { headOf, mayEdit, type Place, revisionOf } from './pages/live-page.ts';
import type { LivePagesService } from './pages/live-pages.service.ts';
import { HEAD_TOPIC, movedHead } from './pages/live-pages.store.ts';
import type { Member, OpenPage } from './pages/open-page.ts';
import type { PresenceService } from './presence/presence.service.ts';

interface Dependencies extends Pick<Kernel, 'newId' | 'notifications' | 'shutdown' | 'warn'> {
  readonly pages: LivePagesService;
  readonly presence: PresenceService;
}

/** The socket of a space or of a change request; `recheck` finds the place again. */
export type LiveSocket = Omit<Socket<ClientMessage, ServerMessage, unknown>, 'recheck'> & {
  readonly recheck: () => Promise<Place | undefined>;
};

interface Connection {
  readonly userId: string;
  /** The head of its space or change request. */
  readonly head: string;
  /** Tells a new revision of the head, once. */
  readonly moved: (revision: string) => void;
  readonly check: () => Promise<boolean>;
  readonly close: (code: number, reason: string) => void;
}

// Who has lost a permission can write for this long at most.
const CHECK_MS = 1_000;
const CHECK_READERS_MS = 5_000;
// More than anybody has tabs; the oldest is closed.
const MAX_OF_USER = 30;
const MAX_CONNECTIONS = 5_000;
// A client that does not read what it is sent.
const MAX_WAITING_BYTES = 16 * 1024 * 1024;

/** The connections of this process on which people edit pages together. */
export const createConnectionsService = ({
  newId,
  notifications,
  shutdown,
  warn,
  pages,
  presence,
}: Dependencies) => {
  const connections = new Map<string, Connection>();
  let checking: NodeJS.Timeout | undefined;
  let isListening = false;

  const listen = () => {
    if (isListening) return;
    isListening = true;
    notifications.on(SESSION_ENDED_TOPIC, (userId) => {
      for (const connection of connections.values())
        if (connection.userId === userId) void connection.check();
    });
    notifications.on(HEAD_TOPIC, (payload) => {
      const { head, revision } = movedHead(payload);
      for (const connection of connections.values()) if (connection.head === head) connection.moved(revision);
    });
    const endAll = () => {
      for (const connection of connections.values()) connection.close(GOING_AWAY, 'Connect again');
    };
    notifications.onConnectionLost(endAll);
    shutdown.addEventListener('abort', endAll);
  };

  const add = (id: string, connection: Connection) => {
    listen();
    connections.set(id, connection);
    checking ??= setInterval(() => {
      for (const each of connections.values()) void each.check();
    }, CHECK_READERS_MS);
    const own = [...connections.values()].filter(({ userId }) => userId === connection.userId);
    if (own.length > MAX_OF_USER) own[0]!.close(TOO_MANY_MESSAGES, 'Too many connections');
  };

  const remove = (id: string) => {
    connections.delete(id);
    if (connections.size > 0) return;
    clearInterval(checking);
    checking = undefined;
  };

  return {
    /** Serves a connection until it is closed. */
    connect: (start: Place, socket: LiveSocket): void => {
      if (shutdown.aborted || connections.size >= MAX_CONNECTIONS) {
        socket.close(GOING_AWAY, 'Connect again later');
        return;
      }
      const id = newId();
      const { principal } = start.caller;
      const limit = createMessageLimit();
      let place = start;
      let checkedAt = Date.now();
      let revision = revisionOf(start);
      let page: OpenPage | undefined;
      let isClosed = false;
      // Messages are handled in their order.
      let last: Promise<void> = Promise.resolve();

      const send = (message: ServerMessage | Broadcast<ServerMessage>) => {
        if (socket.waitingBytes() > MAX_WAITING_BYTES) return close(GOING_AWAY, 'The connection is too slow');
        socket.send(message);
      };
      const close = (code: number, reason: string) => {
        isClosed = true;
        socket.close(code, reason);
      };
      const moved = (next: string) => {
        if (next === revision) return;
        revision = next;
        send({ type: 'moved', revision });
      };
      const check = async (): Promise<boolean> => {
        if (isClosed) return false;
        try {
          const now = await socket.recheck();
          checkedAt = Date.now();
          // Whoever loses the right to edit connects again, as a reader.
          if (!now || mayEdit(now) !== mayEdit(place))
            close(NOT_ALLOWED, 'You do not have permission any more');
          else {
            place = now;
            // A revision that was made while the connection was being added was not told.
            moved(revisionOf(now));
          }
        } catch (error) {
          warn({ err: error }, 'a permission could not be checked');
          close(GOING_AWAY, 'Connect again');
        }
        return !isClosed;
      };

      const member: Member = {
        place: () => place,
        mayWrite: async () =>
          !isClosed && mayEdit(place) && (Date.now() - checkedAt < CHECK_MS || (await check())),
        send,
        stored: (update) => send({ type: 'stored', id: update }),
        closed: (reason) => {
          const name = page?.key.pageId;
          page = undefined;
          if (reason === 'going-away' || name === undefined) close(GOING_AWAY, 'Connect again');
          else send({ type: 'closed', page: name, reason });
        },
        refused: (reason) => close(INVALID_MESSAGE, reason),
      };

      const leave = async () => {
        const left = page;
        page = undefined;
        if (left) await pages.leave(left, member, place);
      };

      const handle: {
        readonly [Type in ClientMessage['type']]: (
          message: Extract<ClientMessage, { type: Type }>,
        ) => void | Promise<void>;
      } = {
        here: ({ type: _, ...where }) => presence.move(place.space.id, id, where),
        join: async ({ page: name, document, state }) => {
          await leave();
          const joined = await pages.join(place, name, member);
          if (!joined) return send({ type: 'closed', page: name, reason: 'missing' });
          page = joined;
          const isSame = document === joined.document.id && state !== undefined;
          send({
            type: 'joined',
            page: name,
            document: joined.document.id,
            isSame,
            update: toBase64(joined.shared.updateFor(isSame ? Buffer.from(state, 'base64') : undefined)),
            state: toBase64(joined.shared.state()),
          });
        },
        leave,
        update: ({ id: number, update }) => {
          if (!mayEdit(place)) return close(NOT_ALLOWED, 'You may not edit this page');
          // A page that was closed is joined again; then what it lacks is sent.
          if (page) pages.write(page, member, number, Buffer.from(update, 'base64'));
        },
        save: async ({ id: number }) => {
          if (page && mayEdit(place)) await pages.save(page, place);
          send({ type: 'saved', id: number });
        },
      };

      add(id, { userId: principal.userId, head: headOf(start), moved, check, close });
      send({ type: 'welcome', id, mayEdit: mayEdit(place), revision });
      presence.add(
        place.space.id,
        {
          id,
          user: { id: principal.userId, displayName: principal.displayName },
          changeRequest: place.request?.id ?? null,
          page: null,
          isEditing: false,
          cursor: null,
        },
        send,
      );
      socket.onMessage((message, bytes) => {
        if (isClosed) return;
        if (!limit.allows(bytes)) return close(TOO_MANY_MESSAGES, 'Too many messages');
        last = last
          .then(() => (isClosed ? undefined : handle[message.type](message as never)))
          .catch((error: unknown) => {
            warn({ err: error }, 'a message of a live connection failed');
            close(GOING_AWAY, 'Connect again');
          });
      });
      socket.onClose(() => {
        isClosed = true;
        remove(id);
        presence.remove(place.space.id, id);
        last = last
          .then(leave)
          .catch((error: unknown) => warn({ err: error }, 'a live page could not be left'));
      });
    },
  };
};

/** The connections of this process on which people edit pages together. */
export type ConnectionsService = ReturnType<typeof createConnectionsService>;
