import type { Database, DatabaseTransaction } from '../../../kernel/database/database.ts';
import { notifyAll } from '../../../kernel/database/notifications.ts';
import type { RecordedEvent } from '../../../kernel/events/event.ts';
import { sortableId, timeOfUuid } from '../../../kernel/ids.ts';
import type { Kernel } from '../../../kernel/kernel.ts';
import { SEND_EMAIL } from '../emails/emails.service.ts';
import { INBOX_TOPIC } from '../inbox-events.service.ts';
import {
  authorOf,
  findRecipients,
  findSpaceMembers,
  insertNotifications,
  participantsOfChangeRequest,
  participantsOfSpace,
  type Recipient,
} from './dispatch.store.ts';
import { channelsFor, defaultReviewers, kindsByUser, type Reason } from './recipients.ts';

/** A comment in a space, or a reply to it. */
interface CommentRef {
  readonly space: string;
  readonly comment: string;
  readonly reply?: string | undefined;
}

/** The queries of the comments domain that dispatch needs. */
export interface Comments {
  /** The authors of a comment and its replies, and the users mentioned in them. */
  participantsOf(db: Database, said: CommentRef): Promise<readonly string[]>;
  /** Whether a comment or reply exists. */
  exists(db: Database, said: CommentRef): Promise<boolean>;
}

type Dependencies = Pick<Kernel, 'transaction' | 'jobs' | 'emails'> & {
  readonly comments: Comments;
};

/** The payload of events that create notifications. */
type EventDetails = {
  readonly space: string;
  readonly changeRequest?: string;
  readonly comment?: string;
  readonly reply?: string;
  readonly review?: string;
  readonly page?: string;
  /** The result of a review. */
  readonly status?: string;
  readonly mentions?: readonly string[];
  readonly users?: readonly string[];
};

type FindReasons = (tx: DatabaseTransaction, about: EventDetails, actorId: string) => Promise<Reason[]>;

const detailsOf = ({ target, payload }: RecordedEvent): EventDetails => ({
  ...(target.type === 'change-request' && { changeRequest: target.id }),
  ...(payload as EventDetails),
});

const MANAGING_ROLES: ReadonlySet<string> = new Set(['admin', 'create']);

/** Creates notifications for recorded events. */
export const createDispatchService = ({ transaction, jobs, emails, comments }: Dependencies) => {
  const authors = (tx: DatabaseTransaction, { space, changeRequest }: EventDetails) =>
    changeRequest === undefined ? [] : authorOf(tx, space, changeRequest);

  const participants = (tx: DatabaseTransaction, { space, changeRequest }: EventDetails) =>
    changeRequest === undefined
      ? participantsOfSpace(tx, space)
      : participantsOfChangeRequest(tx, space, changeRequest);

  const reasons: Readonly<Record<string, FindReasons>> = {
    'comment.created': async (tx, about) => {
      // The author gets the comment of a review with the notification of the review.
      const notified = about.review === undefined ? [] : await authors(tx, about);
      const others = (users: readonly string[]) => users.filter((user) => !notified.includes(user));
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
    // The event has new mentions only.
    'comment.updated': async (_, about) => [{ kind: 'mention', users: about.mentions ?? [] }],
    'comment-reply.updated': async (_, about) => [{ kind: 'mention', users: about.mentions ?? [] }],
    'change-request.review-requested': async (tx, about, actorId) => [
      {
        kind: 'review-requested',
        users: about.users?.length
          ? about.users
          : defaultReviewers(await findSpaceMembers(tx, about.space), actorId),
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
    // Administrators are told if the member whose permissions it needs has lost them.
    'space.git-sync-failed': async (tx, about) => {
      const members = await findSpaceMembers(tx, about.space);
      const able = members.filter(({ id, role }) => about.users?.includes(id) && MANAGING_ROLES.has(role));
      const told = able.length > 0 ? able : members.filter(({ role }) => role === 'admin');
      return [{ kind: 'git-sync-failed', users: told.map(({ id }) => id) }];
    },
  };

  // Only verified addresses get e-mails.
  const getsEmail = ({ email_verified }: Pick<Recipient, 'email_verified'>) =>
    emails !== undefined && email_verified;

  return {
    /** The recorded actions that create notifications. */
    actions: Object.keys(reasons),

    /** Creates the notifications of an event and enqueues their e-mails, in one transaction; idempotent. */
    dispatch: (event: RecordedEvent): Promise<void> =>
      transaction(async (tx) => {
        const about = detailsOf(event);
        const { space, comment, reply } = about;
        const isReview = about.status !== undefined;
        // Deleted comments create no notifications; a review does, even without its comment.
        if (comment !== undefined && !isReview && !(await comments.exists(tx, { space, comment, reply })))
          return;
        const kinds = kindsByUser(await reasons[event.action]!(tx, about, event.actor.id), event.actor.id);
        const recipients = await findRecipients(tx, about.space, [...kinds.keys()]);
        const common = {
          event_id: event.id,
          actor_id: event.actor.id,
          space_id: about.space,
          change_request_id: about.changeRequest ?? null,
          review_id: about.review ?? null,
          comment_id: isReview ? null : (comment ?? null),
          reply_id: reply ?? null,
          page_id: about.page ?? null,
          verdict: about.status ?? null,
          created_at: timeOfUuid(event.id),
        };
        const rows = recipients.flatMap(({ id: user_id, organization_id, ...recipient }) => {
          const channels = channelsFor(kinds.get(user_id)!, recipient.muted);
          const isDue = channels?.email === true && getsEmail(recipient);
          if (!channels || !(channels.app || isDue)) return [];
          const { kind, app } = channels;
          const delivery = { kind, in_app: app, mail: isDue ? 'due' : 'none' };
          return { ...common, ...delivery, organization_id, id: sortableId(event.id), user_id };
        });
        const created = await insertNotifications(tx, rows);
        await notifyAll(
          tx,
          INBOX_TOPIC,
          created.map(({ user_id }) => user_id),
        );
        const due = created
          .filter((row) => row.mail === 'due')
          .map((row) => ({ user: row.user_id, id: row.id }));
        await jobs.enqueueAll(tx, SEND_EMAIL, due);
      }),
  };
};

/** Service that creates notifications. */
export type DispatchService = ReturnType<typeof createDispatchService>;
