import type { RecordedEvent } from '../kernel/events/event.ts';
import type { Person, TestServer } from './server.ts';

/** A comment to write, and its place. */
export interface CommentInput {
  readonly space: string;
  readonly changeRequest?: string;
  /** The comment that this replies to. */
  readonly comment?: string;
  readonly page?: string;
  readonly text?: string;
  readonly mentions?: readonly string[];
}

/** Runs the jobs of the notifications domain explicitly. */
export const notificationJobsOf = (server: TestServer) => {
  const jobs = server.app.domains.find(({ name }) => name === 'notifications')!.jobs!;
  const run = (name: string, data: object = {}) =>
    jobs.find((job) => job.name === `notifications.${name}`)!.run(data);

  /** The last event of an action, as passed to jobs. */
  const last = async (action: string): Promise<RecordedEvent> => {
    const row = await server.app.kernel.db
      .selectFrom('events')
      .selectAll()
      .where('action', '=', action)
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow();
    return {
      id: row.id,
      organizationId: row.organization_id,
      action,
      target: { type: row.target_type, id: row.target_id },
      payload: row.payload as Record<string, unknown>,
      actor: { type: row.actor_type, id: row.actor_id },
    };
  };

  /** Writes a comment or reply; returns the recorded event. */
  const write = async (
    by: Person,
    { space, changeRequest, comment, page, text = 'Well said', mentions = [] }: CommentInput,
  ): Promise<RecordedEvent> => {
    const within = changeRequest === undefined ? '' : `/change-requests/${changeRequest}`;
    const thread = comment === undefined ? '' : `/${comment}/replies`;
    const names = mentions.map((id) => `[x](/users/${id} "mention")`);
    const { status, body } = await by.call('POST', `/spaces/${space}${within}/comments${thread}`, {
      ...(page !== undefined && { page }),
      body: { markdown: [text, ...names].join(' ') },
    });
    if (status !== 200 && status !== 201)
      throw new Error(`The comment was not created: ${status} ${JSON.stringify(body)}`);
    return last(comment === undefined ? 'comment.created' : 'comment-reply.created');
  };

  return { run, last, write, dispatch: (event: RecordedEvent) => run('dispatch', event) };
};

/** Runs the jobs of the notifications domain explicitly. */
export type NotificationJobs = ReturnType<typeof notificationJobsOf>;

/** The notifications of a user, newest first. */
export const notificationsOf = async (person: Person, query = '') =>
  (await person.call('GET', `/user/notifications${query}`)).body.items;
