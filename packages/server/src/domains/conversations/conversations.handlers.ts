import type { Handlers } from '../../kernel/contract/operation.ts';
import { listOf } from '../../kernel/contract/paging.ts';
import type { Links } from '../../kernel/links.ts';
import type { conversationsContract } from './conversations.contract.ts';
import type { ConversationsService } from './conversations.service.ts';
import type { ConversationHead } from './conversations.store.ts';

/** The API representation of a conversation. */
export const toConversation = (links: Links, row: ConversationHead) => ({
  object: 'conversation' as const,
  id: row.id,
  ...(row.subject !== null && { subject: row.subject }),
  createdAt: row.created_at.toISOString(),
  ...(row.processed_at && { processedAt: row.processed_at.toISOString() }),
  source: row.source,
  urls: {
    location: links.apiUrl(`/orgs/${row.organization_id}/conversations/${row.id}`),
    ...(row.url !== null && { source: row.url }),
  },
});

/** Handlers of the operations on conversations. */
export const conversationsHandlers = (
  conversations: ConversationsService,
  links: Links,
): Handlers<typeof conversationsContract> => ({
  listConversations: async ({ subject, query, page }) =>
    listOf(
      page,
      await conversations.list(subject.id, query, page),
      (row) => [row.id],
      (row) => toConversation(links, row),
    ),
  ingestConversation: async ({ caller, subject, body }) => {
    await conversations.ingest(caller, subject, Array.isArray(body) ? body : [body]);
    return undefined;
  },
  getConversationById: async ({ subject, params }) => {
    const { parts, metadata, ...head } = await conversations.get(subject.id, params.conversationId);
    return { conversation: toConversation(links, head), parts, metadata };
  },
});
