import { createNotifications } from '../domains/notifications/index.ts';
import type { RecordedEvent } from '../kernel/events/events.ts';
import type { Person, TestOrganization, TestServer } from './server.ts';

/** What was said in the comments of a test, by the id of the comment or the reply, and who takes part in each. */
export interface Said {
  readonly texts: Map<string, string>;
  readonly participants: Map<string, readonly string[]>;
}

/** Runs the jobs that tell people by hand, on comments that are only said to be there. */
export const tellingIn = (server: TestServer) => {
  const { kernel } = server.app;
  const said: Said = { texts: new Map(), participants: new Map() };
  const { domain } = createNotifications(kernel, {
    comments: {
      participantsOf: async (_, { comment }) => said.participants.get(comment) ?? [],
      textOf: async (_, { comment, reply }) => said.texts.get(reply ?? comment),
    },
  });
  const run = (name: string, data: object = {}) =>
    domain.jobs!.find((job) => job.name === `notifications.${name}`)!.run(data as Record<string, unknown>);

  /** The last event of an action, as jobs are told of it. */
  const last = async (action: string): Promise<RecordedEvent> => {
    const row = await kernel.db
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

  /** Records that somebody did something, as a service would. */
  const record = async (
    org: TestOrganization,
    by: Person,
    action: string,
    payload: Record<string, unknown>,
  ): Promise<RecordedEvent> => {
    const caller = {
      principal: { kind: 'user', userId: by.id, displayName: '', tokenId: '', scopes: undefined },
      requestId: '',
      address: '',
    } as const;
    const target = { type: 'comment', id: String(payload.comment) };
    await kernel.transaction((tx) =>
      kernel.events.record(tx, caller, { organizationId: org.id, action, target, payload }),
    );
    return last(action);
  };

  /** A comment, or a reply to one, that somebody wrote. */
  const write = (
    org: TestOrganization,
    by: Person,
    { text = 'Well said', ...about }: { space: string; text?: string } & Record<string, unknown>,
  ): Promise<RecordedEvent> => {
    const { comment = kernel.newId(), reply } = about as { comment?: string; reply?: string };
    said.texts.set(reply ?? comment, text);
    const action = reply ? 'comment-reply.created' : 'comment.created';
    return record(org, by, action, { author: by.id, mentions: [], ...about, comment });
  };

  return { said, run, last, record, write, tell: (event: RecordedEvent) => run('tell', event) };
};

/** Telling by hand. */
export type Telling = ReturnType<typeof tellingIn>;

/** Everything that somebody was told, newest first. */
export const toldTo = async (person: Person, query = '') =>
  (await person.call('GET', `/user/notifications${query}`)).body.items;
