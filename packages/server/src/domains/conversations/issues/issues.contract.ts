import Type from 'typebox';
import { Id, List, pagedQuery, Timestamp, Url } from '../../../kernel/contract/common-schemas.ts';
import { operation } from '../../../kernel/contract/operation.ts';
import { Conversation, ofConversations } from '../conversations.contract.ts';

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

/** What people asked for or had trouble with. */
export const issuesContract = {
  listConversationsIssues: operation({
    method: 'GET',
    path: '/orgs/{organizationId}/conversations-issues',
    summary: 'The issues in the conversations of an organization, those that were found last first',
    ...ofConversations,
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
    summary: 'An issue, and the conversation that it is from',
    ...ofConversations,
    responses: { 200: IssueOfConversation },
  }),
};
