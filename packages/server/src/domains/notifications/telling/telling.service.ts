import type { Database, DatabaseTransaction } from '../../../kernel/database/database.ts';
import type { RecordedEvent } from '../../../kernel/events/events.ts';
import { sortableId, timeOfUuid } from '../../../kernel/ids.ts';
import type { Kernel } from '../../../kernel/kernel.ts';
import { SEND_MAIL } from '../mails/mails.service.ts';
import { type Reason, reviewersAmong, toldOf, waysFor } from '../notifications.policy.ts';
import {
  authorOf,
  findHolders,
  findRecipients,
  insertNotifications,
  participantsOfChangeRequest,
  participantsOfSpace,
  type Recipient,
} from './telling.store.ts';

/** A comment in a space, or a reply to it. */
interface Said {
  readonly space: string;
  readonly comment: string;
  readonly reply?: string | undefined;
}

/** What telling needs to know of comments. */
export interface Comments {
  /** Who wrote a comment, replied to it, or was mentioned in either. */
  participantsOf(db: Database, said: Said): Promise<readonly string[]>;
  /** Whether a comment, or a reply to it, is still there. */
  exists(db: Database, said: Said): Promise<boolean>;
}

type Dependencies = Pick<Kernel, 'transaction' | 'jobs' | 'emails'> & {
  readonly comments: Comments;
};

/** What the events that people are told of say. */
interface Happening {
  readonly space: string;
  readonly changeRequest?: string;
  readonly comment?: string;
  readonly reply?: string;
  readonly review?: string;
  readonly page?: string;
  /** A verdict. */
  readonly status?: string;
  readonly mentions?: readonly string[];
  readonly users?: readonly string[];
}

type Reasons = (tx: DatabaseTransaction, about: Happening, actorId: string) => Promise<Reason[]>;

const happeningOf = ({ target, payload }: RecordedEvent): Happening => ({
  ...(target.type === 'change-request' && { changeRequest: target.id }),
  ...(payload as unknown as Happening),
});

/** Telling people of what happened. */
export const createTellingService = ({ transaction, jobs, emails, comments }: Dependencies) => {
  const authors = (tx: DatabaseTransaction, { space, changeRequest }: Happening) =>
    changeRequest === undefined ? [] : authorOf(tx, space, changeRequest);

  const participants = (tx: DatabaseTransaction, { space, changeRequest }: Happening) =>
    changeRequest === undefined
      ? participantsOfSpace(tx, space)
      : participantsOfChangeRequest(tx, space, changeRequest);

  const reasons: Readonly<Record<string, Reasons>> = {
    'comment.created': async (tx, about) => {
      // Of the words that come with a verdict, the author hears with the verdict.
      const told = about.review === undefined ? [] : await authors(tx, about);
      const others = (users: readonly string[]) => users.filter((user) => !told.includes(user));
      return [
        { kind: 'mention', users: others(about.mentions ?? []) },
        { kind: 'comment', users: others(await participants(tx, about)) },
      ];
    },
    'comment-reply.created': async (tx, about) => [
      { kind: 'mention', users: about.mentions ?? [] },
      {
        kind: 'reply',
        users: await comments.participantsOf(tx, { space: about.space, comment: about.comment! }),
      },
      { kind: 'comment', users: await authors(tx, about) },
    ],
    // Who was mentioned before has been told.
    'comment.updated': async (_, about) => [{ kind: 'mention', users: about.mentions ?? [] }],
    'comment-reply.updated': async (_, about) => [{ kind: 'mention', users: about.mentions ?? [] }],
    'change-request.review-requested': async (tx, about, actorId) => [
      {
        kind: 'review-requested',
        users: about.users?.length
          ? about.users
          : reviewersAmong(await findHolders(tx, about.space), actorId),
      },
    ],
    'change-request.reviewed': async (tx, about) => {
      const users = await authors(tx, about);
      const mentioned = users.filter((user) => about.mentions?.includes(user));
      return [
        { kind: 'review-submitted', users },
        { kind: 'mention', users: mentioned },
        { kind: 'comment', users: about.comment === undefined ? [] : users },
      ];
    },
    'change-request.merged': async (tx, about) => [
      { kind: 'change-request-merged', users: await participants(tx, about) },
    ],
  };

  // An address that nobody has proved to be theirs gets no mail.
  const isMailed = ({ email_verified }: Pick<Recipient, 'email_verified'>) =>
    emails !== undefined && email_verified;

  return {
    /** The actions of events that people are told of. */
    actions: Object.keys(reasons),

    /** Tells everybody concerned of an event, once, with what is to be mailed in the same transaction. */
    tell: (event: RecordedEvent): Promise<void> =>
      transaction(async (tx) => {
        const about = happeningOf(event);
        const { space, comment, reply } = about;
        const isVerdict = about.status !== undefined;
        // Words that were taken back meanwhile are nothing to be told of; a verdict stands without them.
        if (comment !== undefined && !isVerdict && !(await comments.exists(tx, { space, comment, reply })))
          return;
        const told = toldOf(await reasons[event.action]!(tx, about, event.actor.id), event.actor.id);
        const recipients = await findRecipients(tx, about.space, [...told.keys()]);
        const common = {
          event_id: event.id,
          actor_id: event.actor.id,
          space_id: about.space,
          change_request_id: about.changeRequest ?? null,
          review_id: about.review ?? null,
          comment_id: isVerdict ? null : (comment ?? null),
          reply_id: reply ?? null,
          page_id: about.page ?? null,
          verdict: about.status ?? null,
          created_at: timeOfUuid(event.id),
        };
        const rows = recipients.flatMap(({ id: user_id, organization_id, ...recipient }) => {
          const ways = waysFor(told.get(user_id)!, recipient.muted);
          const isDue = ways?.email === true && isMailed(recipient);
          if (!ways || !(ways.app || isDue)) return [];
          const { kind, app } = ways;
          const how = { kind, in_app: app, mail: isDue ? 'due' : 'none' };
          return { ...common, ...how, organization_id, id: sortableId(event.id), user_id };
        });
        const made = await insertNotifications(tx, rows);
        const due = made
          .filter((row) => row.mail === 'due')
          .map((row) => ({ user: row.user_id, id: row.id }));
        await jobs.enqueueAll(tx, SEND_MAIL, due);
      }),
  };
};

/** Telling people of what happened. */
export type TellingService = ReturnType<typeof createTellingService>;
