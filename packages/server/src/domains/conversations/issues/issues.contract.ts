import Type from 'typebox';
import { Id, List, pagedQuery, Timestamp, Url } from '../../../kernel/contract/common-schemas.ts';
import { operation } from '../../../kernel/contract/operation.ts';
import { Conversation, readsConversations } from '../conversations.contract.ts';

const Issue = Type.Object({
  object: Type.Literal('conversation-issue'),
  id: Id,
  title: Type.String(),
  summary: Type.String(),
  createdAt: Timestamp,
  ingestedAt: Timestamp,
  conversation: Id,
  cluster: Type.Optional(Id),
  urls: Type.Object({ location: Url }),
});

const IssueOfConversation = Type.Object({ issue: Issue, conversation: Conversation });

/** Questions and problems in conversations. */
export const issuesContract = {
  listConversationsIssues: operation({
    method: 'GET',
    path: '/orgs/{organizationId}/conversations-issues',
    summary: 'List the issues in the conversations of an organization, newest first',
    ...readsConversations,
    query: pagedQuery({
      cluster: Type.Optional(Type.String({ maxLength: 64, description: 'Only issues of this cluster' })),
      conversation: Type.Optional(
        Type.String({ maxLength: 255, description: 'Only issues of this conversation' }),
      ),
    }),
    responses: { 200: List(IssueOfConversation) },
  }),
  getConversationIssueById: operation({
    method: 'GET',
    path: '/orgs/{organizationId}/conversations-issues/{issueId}',
    summary: 'Get an issue and its conversation',
    ...readsConversations,
    responses: { 200: IssueOfConversation },
  }),
};
