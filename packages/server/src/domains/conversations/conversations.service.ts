import type { Caller } from '../../kernel/auth/principal.ts';
import type { Page, PageRequest } from '../../kernel/contract/paging.ts';
import { invalid, notFound } from '../../kernel/errors/errors.ts';
import { jobName } from '../../kernel/jobs/jobs.ts';
import type { Kernel } from '../../kernel/kernel.ts';
import type { OrganizationSubject } from '../organizations/index.ts';
import type { ConversationInput } from './conversations.contract.ts';
import {
  type ConversationFilter,
  type ConversationHead,
  findConversation,
  findConversations,
  listConversations,
  resolveConversation,
  upsertConversations,
} from './conversations.store.ts';

/** The job that extracts the issues of an organization's conversations. */
export const PROCESS = jobName<{ organizationId: string }>('conversations.process');

/** The source of conversations that the account of an installation sends; undefined for other accounts. */
export type SourceOf = (accountId: string) => Promise<string | undefined>;

interface Dependencies extends Pick<Kernel, 'db' | 'transaction' | 'clock' | 'newId' | 'events' | 'jobs'> {
  readonly sourceOf: SourceOf;
}

/** The source of conversations that users send with their own tokens. */
const apiSource = (organization: OrganizationSubject) => `integration:api:${organization.id}`;

/** Parses the start of a conversation. */
const parseStart = (value: string, path: string): Date => {
  const time = new Date(value);
  const year = time.getUTCFullYear();
  if (!(year >= 1970 && year <= 9999))
    throw invalid({
      path: `${path}.metadata.createdAt`,
      message: 'must be a date between 1970-01-01 and 9999-12-31',
    });
  return time;
};

/** Stores and reads conversations from support tools. */
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
    filter: ConversationFilter,
    page: PageRequest,
  ): Promise<Page<ConversationHead>> => listConversations(db, organizationId, filter, page),

  /** Finds conversations by id. */
  withIds: (organizationId: string, ids: readonly string[]) => findConversations(db, organizationId, ids),

  /** The id of a conversation, by its id or its external id. */
  resolve: (organizationId: string, idOrExternalId: string) =>
    resolveConversation(db, organizationId, idOrExternalId),

  get: async (organizationId: string, idOrExternalId: string) => {
    const id = await resolveConversation(db, organizationId, idOrExternalId);
    const found = id === undefined ? undefined : await findConversation(db, organizationId, id);
    if (!found) throw notFound('conversation');
    return found;
  },

  /** Stores conversations; replaces those with the same external id from the same source. */
  ingest: async (
    caller: Caller,
    organization: OrganizationSubject,
    sent: readonly ConversationInput[],
  ): Promise<void> => {
    const now = clock.now();
    // External ids are unique only within a source.
    const source = (await sourceOf(caller.principal.userId)) ?? apiSource(organization);
    const conversations = new Map(
      sent.map(({ id, subject, parts, metadata = {} }, at) => {
        const createdAt =
          metadata.createdAt === undefined
            ? now
            : parseStart(metadata.createdAt, sent.length > 1 ? `body.${at}` : 'body');
        return [id, { id: newId(), source, externalId: id, subject, parts, metadata, createdAt }];
      }),
    );
    if (conversations.size === 0) return;
    await transaction(async (tx) => {
      const added = await upsertConversations(tx, organization.id, [...conversations.values()], now);
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

/** Stores and reads conversations from support tools. */
export type ConversationsService = ReturnType<typeof createConversationsService>;
