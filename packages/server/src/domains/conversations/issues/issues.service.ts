import type { Page, PageRequest } from '../../../kernel/contract/paging.ts';
import { notFound } from '../../../kernel/errors/errors.ts';
import type { Kernel } from '../../../kernel/kernel.ts';
import type { ConversationsService } from '../conversations.service.ts';
import type { ConversationHead } from '../conversations.store.ts';
import { findIssue, type IssueRow, listIssues } from './issues.store.ts';

interface Dependencies extends Pick<Kernel, 'db'> {
  readonly conversations: ConversationsService;
}

/** An issue with the conversation that it is from. */
export interface IssueOfConversation {
  readonly issue: IssueRow;
  readonly conversation: ConversationHead;
}

/** Issues, with the conversations that they are from. */
export const createIssuesService = ({ db, conversations }: Dependencies) => {
  const withConversations = async (
    organizationId: string,
    rows: readonly IssueRow[],
  ): Promise<IssueOfConversation[]> => {
    const ids = [...new Set(rows.map((row) => row.conversation_id))];
    const found = new Map(
      (await conversations.withIds(organizationId, ids)).map((row) => [row.id, row] as const),
    );
    // An issue goes with its conversation; one that went meanwhile is not shown.
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
      const wanted = { clusterId: filter.cluster, conversationId };
      const { rows, count } = await listIssues(db, organizationId, wanted, page);
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

/** Issues, with the conversations that they are from. */
export type IssuesService = ReturnType<typeof createIssuesService>;
