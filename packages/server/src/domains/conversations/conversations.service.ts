import type { Caller } from '../../kernel/auth/principal.ts';
import type { Page, PageRequest } from '../../kernel/contract/paging.ts';
import { invalid, notFound } from '../../kernel/errors/errors.ts';
import type { Kernel } from '../../kernel/kernel.ts';
import type { OrganizationSubject } from '../organizations/index.ts';
import type { ConversationInput } from './conversations.contract.ts';
import {
  type ConversationHead,
  findConversation,
  findConversations,
  listConversations,
  putConversations,
  resolveConversation,
} from './conversations.store.ts';

/** The job that finds the issues of an organization's conversations. */
export const PROCESS = 'conversations.process';

/** What is brought in by the account of an installation comes from it; undefined for accounts of people. */
export type SourceOf = (accountId: string) => Promise<string | undefined>;

interface Dependencies extends Pick<Kernel, 'db' | 'transaction' | 'clock' | 'newId' | 'events' | 'jobs'> {
  readonly sourceOf: SourceOf;
}

/** Where conversations come from that somebody sends with a token of their own: the API, as of an integration of the organization. */
const ownSource = (organization: OrganizationSubject) => `integration:api:${organization.id}`;

/** When a conversation began, as it says itself; it names the field if that is no time. */
const beginningOf = (value: string, path: string): Date => {
  const time = new Date(value);
  const year = time.getUTCFullYear();
  if (!(year >= 1970 && year <= 9999))
    throw invalid({ path: `${path}.metadata.createdAt`, message: 'must be a time since 1970' });
  return time;
};

/** Conversations that people had elsewhere. */
export const createConversationsService = ({
  db,
  transaction,
  clock,
  newId,
  events,
  jobs,
  sourceOf,
}: Dependencies) => ({
  list: (
    organizationId: string,
    source: string | undefined,
    page: PageRequest,
  ): Promise<Page<ConversationHead>> => listConversations(db, organizationId, source, page),

  /** The conversations with these ids. */
  withIds: (organizationId: string, ids: readonly string[]) => findConversations(db, organizationId, ids),

  /** The id of a conversation that is called so, here or where it came from. */
  resolve: (organizationId: string, name: string) => resolveConversation(db, organizationId, name),

  get: async (organizationId: string, name: string) => {
    const id = await resolveConversation(db, organizationId, name);
    const found = id === undefined ? undefined : await findConversation(db, organizationId, id);
    if (!found) throw notFound('conversation');
    return found;
  },

  /** Stores conversations, in place of those with the same id from the same source; of two in one call the last counts. */
  ingest: async (
    caller: Caller,
    organization: OrganizationSubject,
    sent: readonly ConversationInput[],
  ): Promise<void> => {
    const now = clock.now();
    // Two desks may count their tickets alike.
    const source = (await sourceOf(caller.principal.userId)) ?? ownSource(organization);
    const conversations = new Map(
      sent.map(({ id, subject, parts, metadata = {} }, at) => {
        const createdAt =
          metadata.createdAt === undefined
            ? now
            : beginningOf(metadata.createdAt, sent.length > 1 ? `body.${at}` : 'body');
        return [id, { id: newId(), source, externalId: id, subject, parts, metadata, createdAt }];
      }),
    );
    if (conversations.size === 0) return;
    await transaction(async (tx) => {
      const added = await putConversations(tx, organization.id, [...conversations.values()], now);
      await events.record(tx, caller, {
        organizationId: organization.id,
        action: 'conversations.ingested',
        target: { type: 'organization', id: organization.id, label: organization.title },
        payload: { source, added, replaced: conversations.size - added },
      });
      await jobs.enqueue(tx, PROCESS, { organizationId: organization.id });
    });
  },
});

/** Conversations that people had elsewhere. */
export type ConversationsService = ReturnType<typeof createConversationsService>;
