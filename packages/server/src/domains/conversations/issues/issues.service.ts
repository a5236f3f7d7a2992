import type { Page, PageRequest } from '../../../kernel/contract/paging.ts';
import { notFound } from '../../../kernel/errors/errors.ts';
import type { Kernel } from '../../../kernel/kernel.ts';
import type { ConversationsService } from '../conversations.service.ts';
import type { ConversationHead } from '../conversations.store.ts';
import { findIssue, type IssueRow, listIssues } from './issues.store.ts';

interface Dependencies extends Pick<Kernel, 'db'> {
  readonly conversations: ConversationsService;
}

/** An issue with its conversation. */
export interface IssueOfConversation {
  readonly issue: IssueRow;
  readonly conversation: ConversationHead;
}

/** Reads issues with their conversations. */
export const createIssuesService = ({ db, conversations }: Dependencies) => {
  const withConversations = async (
    organizationId: string,
    rows: readonly IssueRow[],
  ): Promise<IssueOfConversation[]> => {
    const ids = [...new Set(rows.map((row) => row.conversation_id))];
    const found = new Map(
      (await conversations.withIds(organizationId, ids)).map((row) => [row.id, row] as const),
    );
    // Issues whose conversation was deleted meanwhile are left out.
    return rows.flatMap((issue) => {
      const conversation = found.get(issue.conversation_id);
      return conversation ? [{ issue, conversation }] : [];
    });
  };

  return {
    list: async (
      organizationId: string,
      filter: { cluster?: string | undefined; conversation?: string | undefined },
      page: PageRequest,
    ): Promise<Page<IssueOfConversation>> => {
      const conversationId =
        filter.conversation === undefined
          ? undefined
          : ((await conversations.resolve(organizationId, filter.conversation)) ?? filter.conversation);
      const issueFilter = { clusterId: filter.cluster, conversationId };
      const { rows, count } = await listIssues(db, organizationId, issueFilter, page);
      return { rows: await withConversations(organizationId, rows), count };
    },

    get: async (organizationId: string, id: string): Promise<IssueOfConversation> => {
      const issue = await findIssue(db, organizationId, id);
      const [found] = issue ? await withConversations(organizationId, [issue]) : [];
      if (!found) throw notFound('issue');
      return found;
    },
  };
};

/** Reads issues with their conversations. */
export type IssuesService = ReturnType<typeof createIssuesService>;
