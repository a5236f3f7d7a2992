import type { Handlers } from '../../../kernel/contract/operation.ts';
import { listOf } from '../../../kernel/contract/paging.ts';
import type { Links } from '../../../kernel/links.ts';
import { toConversation } from '../conversations.handlers.ts';
import type { issuesContract } from './issues.contract.ts';
import type { IssueOfConversation, IssuesService } from './issues.service.ts';

/** The API representation of an issue. */
const toIssue = (links: Links, { issue, conversation }: IssueOfConversation) => ({
  issue: {
    object: 'conversation-issue' as const,
    id: issue.id,
    title: issue.title,
    summary: issue.summary,
    createdAt: issue.created_at.toISOString(),
    ingestedAt: issue.ingested_at.toISOString(),
    conversation: issue.conversation_id,
    cluster: issue.cluster_id,
    urls: { location: links.apiUrl(`/orgs/${issue.organization_id}/conversations-issues/${issue.id}`) },
  },
  conversation: toConversation(links, conversation),
});

/** Handlers of the operations on issues. */
export const issuesHandlers = (issues: IssuesService, links: Links): Handlers<typeof issuesContract> => ({
  listConversationsIssues: async ({ subject, query, page }) =>
    listOf(
      page,
      await issues.list(subject.id, query, page),
      ({ issue }) => [issue.id],
      (row) => toIssue(links, row),
    ),
  getConversationIssueById: async ({ subject, params }) =>
    toIssue(links, await issues.get(subject.id, params.issueId)),
});
