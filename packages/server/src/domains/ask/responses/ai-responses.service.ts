import { notify } from '../../../kernel/database/notifications.ts';
import { invalid, notFound } from '../../../kernel/errors/errors.ts';
import type { Kernel } from '../../../kernel/kernel.ts';
import type { AskedSpace, Passage } from '../../search/index.ts';
import type { Answer } from '../answers/answer.ts';
import type { AskService } from '../ask.service.ts';
import type { Asker } from '../budgets.ts';
import { createResponseEvents, finishOf, type ResponseEvent } from './ai-response-events.ts';
import {
  appendEvents,
  deleteExpiredResponses,
  findResponse,
  insertResponse,
  type ResponseKey,
  type ResponseRow,
} from './ai-responses.store.ts';
import { createResponseWakeups, RESPONSE_TOPIC } from './response-wakeups.ts';

type Dependencies = Pick<Kernel, 'db' | 'clock' | 'newId' | 'notifications' | 'shutdown' | 'warn'> & {
  readonly ask: Pick<AskService, 'stream'>;
  /** How long a response goes on without a reader. */
  readonly abandonedMs?: number;
};

/** Somebody who converses with the assistant of a site. */
export interface Conversant {
  readonly asker: Asker & { readonly site: string };
  /** Who may resume the responses: a member, or the audience of a visitor. */
  readonly key: string;
  /** All spaces of the site that may be read now, in whatever scope a response was written. */
  readonly readable: readonly AskedSpace[];
}

/** A message to the assistant. */
export interface ConversationMessage {
  readonly text: string;
  /** Earlier questions of the same request. */
  readonly earlier: readonly string[];
  readonly previousResponseId: string | undefined;
  readonly spaces: readonly AskedSpace[];
  /** Called when the pages do not answer. */
  readonly onUnanswered?: (() => Promise<unknown>) | undefined;
}

const KEEP_MS = 24 * 60 * 60 * 1000;
// A response goes on for this long when its reader has left, so that it can be resumed.
const ABANDONED_MS = 20_000;
// A process that has not ended a response by then is dead.
const MAX_RUN_MS = 3 * 60 * 1000;
// Followers read again after this long, even without a notification.
const POLL_MS = 5000;
const MAX_QUESTIONS = 10;
const WITHOUT_MODEL =
  'No language model answers here at present. These passages are nearest to the question.';

const pageKey = (space: string, page: string): string => `${space}/${page}`;

/** Whether somebody may still read the pages that a response was made from. */
const isReadable = ({ pages }: ResponseRow, spaces: readonly AskedSpace[]): boolean => {
  const byId = new Map(spaces.map((space) => [space.id, space]));
  return pages.every((key) => {
    const [space = '', page = ''] = key.split('/');
    const found = byId.get(space);
    return found !== undefined && (found.audience === undefined || found.audience.pages.has(page));
  });
};

/** Conversations with the assistant of a site: responses that are streamed, kept for a day, and resumed. */
export const createAiResponsesService = (deps: Dependencies) => {
  const { db, clock, newId, shutdown, warn, ask, abandonedMs = ABANDONED_MS } = deps;
  const wakeups = createResponseWakeups(deps);
  // The responses that this process writes.
  const running = new Map<
    string,
    { readers: number; readonly leave: () => void; readonly enter: () => void }
  >();

  const find = async (key: ResponseKey, { key: asker, readable }: Conversant) => {
    const row = await findResponse(db, key, clock.now());
    return row?.asker === asker && isReadable(row, readable) ? row : undefined;
  };

  /** Writes a response into the database, step by step. */
  const write = async (
    key: ResponseKey,
    { asker }: Conversant,
    { text, spaces, onUnanswered }: ConversationMessage,
    earlier: readonly string[],
    signal: AbortSignal,
  ): Promise<void> => {
    const events = createResponseEvents(key.id);
    const pages = new Set<string>();
    const pending: ResponseEvent[] = [events.start()];
    /** Stores the new events; returns whether the response is still kept. */
    const store = async (ended_at: Date | null = null): Promise<boolean> => {
      const fresh = pending.splice(0);
      const isKept = await appendEvents(db, key, { events: fresh, pages: [...pages], ended_at });
      await notify(db, RESPONSE_TOPIC, key.id);
      return isKept;
    };
    const onFound = (passages: readonly Passage[]) => {
      for (const { space, page } of passages) pages.add(pageKey(space.id, page));
      pending.push(events.search(text, passages));
    };
    let last: Answer | undefined;
    try {
      await store();
      const question = { asker, spaces, text, earlier, signal, noteWithoutModel: WITHOUT_MODEL };
      const answers = await ask.stream({
        ...question,
        onFound,
        onToolCall: (tool) => pending.push(events.mcp(tool)),
      });
      for await (const answer of answers) {
        last = answer;
        for (const { space, page } of answer.sources) pages.add(pageKey(space, page));
        pending.push(...events.grow(answer));
        if (pending.length > 0 && !(await store())) return;
      }
      pending.push(...events.end(last, signal.aborted ? 'stopped' : 'complete'));
      await store(clock.now());
    } catch (error) {
      if (shutdown.aborted) return;
      warn({ err: error }, 'a response of the assistant of a site failed');
      pending.push(...events.end(undefined, 'failed'));
      // Without the database, followers end when the response has run too long.
      await store(clock.now()).catch(() => {});
    }
    if (last && !last.document && !signal.aborted) await onUnanswered?.();
  };

  /** Starts to write; when nobody reads any more, it is stopped after a while. */
  const start = (
    key: ResponseKey,
    ...message: [Conversant, ConversationMessage, readonly string[]]
  ): void => {
    const abandoned = new AbortController();
    let timer: NodeJS.Timeout | undefined;
    const entry = {
      readers: 0,
      enter: () => {
        entry.readers++;
        clearTimeout(timer);
      },
      leave: () => {
        entry.readers--;
        if (entry.readers === 0) timer = setTimeout(() => abandoned.abort(), abandonedMs).unref();
      },
    };
    running.set(key.id, entry);
    const signal = AbortSignal.any([abandoned.signal, shutdown]);
    write(key, ...message, signal)
      .catch((error: unknown) => {
        if (!shutdown.aborted) warn({ err: error }, 'a question without an answer was not counted');
      })
      .finally(() => {
        clearTimeout(timer);
        running.delete(key.id);
      });
  };

  /** The events of a response, those to come as well. */
  async function* follow(key: ResponseKey, signal: AbortSignal): AsyncGenerator<ResponseEvent> {
    const entry = running.get(key.id);
    const follower = wakeups.follow(key.id, signal);
    entry?.enter();
    try {
      let sent = 0;
      while (!signal.aborted && !shutdown.aborted) {
        const row = await findResponse(db, key, clock.now());
        if (!row) return;
        for (const line of row.events.slice(sent)) yield JSON.parse(line) as ResponseEvent;
        sent = row.events.length;
        if (row.ended_at) return;
        if (clock.now().getTime() > row.started_at.getTime() + MAX_RUN_MS) {
          yield finishOf(key.id);
          return;
        }
        await follower.changed(POLL_MS);
      }
    } finally {
      follower.end();
      entry?.leave();
    }
  }

  const keyOf = ({ asker: { organization, site } }: Conversant, id: string): ResponseKey => ({
    organization_id: organization,
    site_id: site,
    id,
  });

  return {
    /** Begins or continues a conversation. */
    respond: async (
      conversant: Conversant,
      message: ConversationMessage,
      signal: AbortSignal,
    ): Promise<AsyncIterable<ResponseEvent>> => {
      const { previousResponseId: previous, text } = message;
      const before = previous === undefined ? undefined : await find(keyOf(conversant, previous), conversant);
      if (previous !== undefined && !before)
        throw invalid({
          path: 'body.previousResponseId',
          message: 'is not a response of this conversation, or is no longer kept',
        });
      const earlier = [...(before?.questions ?? []), ...message.earlier].slice(-MAX_QUESTIONS);
      const key = keyOf(conversant, newId());
      const at = clock.now();
      await insertResponse(db, {
        ...key,
        asker: conversant.key,
        questions: [...earlier, text].slice(-MAX_QUESTIONS),
        started_at: at,
        expires_at: new Date(at.getTime() + KEEP_MS),
      });
      start(key, conversant, message, earlier);
      return follow(key, signal);
    },

    /** A response from its beginning; 404 for those of others, and if a page of it may no longer be read. */
    resume: async (
      conversant: Conversant,
      id: string,
      signal: AbortSignal,
    ): Promise<AsyncIterable<ResponseEvent>> => {
      const key = keyOf(conversant, id);
      if (!(await find(key, conversant))) throw notFound('response');
      return follow(key, signal);
    },

    /** Deletes responses that are no longer kept. */
    removeExpired: (): Promise<void> => deleteExpiredResponses(db, clock.now()),
  };
};

/** Conversations with the assistant of a site. */
export type AiResponsesService = ReturnType<typeof createAiResponsesService>;
