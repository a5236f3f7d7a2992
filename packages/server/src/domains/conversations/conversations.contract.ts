import Type, { type Static } from 'typebox';
import { Empty, Id, List, OneOf, pagedQuery, Timestamp, Url } from '../../kernel/contract/common-schemas.ts';
import { operation } from '../../kernel/contract/operation.ts';
import { inOrganization } from '../organizations/index.ts';
import { conversationsPolicy } from './conversations.policy.ts';

/** The permission to read conversations, and the scope that tokens need. */
export const readsConversations = {
  permission: { policy: conversationsPolicy, can: 'view', on: 'organizationId' },
  scope: 'conversation',
} as const;

const Source = Type.Unsafe<string>({
  oneOf: [
    { type: 'string', pattern: '^integration:[^:]+:[^:]+$' },
    { type: 'string', enum: ['email'] },
  ],
});

const Part = Type.Object({
  type: OneOf(['message']),
  role: OneOf(['user', 'assistant', 'team-member']),
  body: Type.String({ maxLength: 100_000 }),
});

const Metadata = Type.Object({
  url: Type.Optional(Url),
  attributes: Type.Optional(
    Type.Record(Type.String({ maxLength: 255 }), Type.String({ maxLength: 10_000 }), { maxProperties: 100 }),
  ),
  createdAt: Type.Optional(Timestamp),
});

const ConversationInput = Type.Object({
  id: Type.String({ minLength: 1, maxLength: 255 }),
  metadata: Type.Optional(Metadata),
  subject: Type.Optional(Type.String({ maxLength: 512 })),
  parts: Type.Array(Part, { maxItems: 1000 }),
});

/** A conversation in a request. */
export type ConversationInput = Static<typeof ConversationInput>;

/** A conversation from a support tool. */
export const Conversation = Type.Object({
  object: Type.Literal('conversation'),
  id: Id,
  subject: Type.Optional(Type.String()),
  createdAt: Timestamp,
  processedAt: Type.Optional(Timestamp),
  source: Source,
  urls: Type.Object({ location: Url, source: Type.Optional(Url) }),
});

/** Conversations. */
export const conversationsContract = {
  listConversations: operation({
    method: 'GET',
    path: '/orgs/{organizationId}/conversations',
    summary: 'List the conversations of an organization, newest first',
    ...readsConversations,
    query: pagedQuery({
      source: Type.Optional(
        Type.String({ maxLength: 255, description: 'Only conversations from this source' }),
      ),
      search: Type.Optional(Type.String({ maxLength: 100, description: 'Words of the subject (extension)' })),
    }),
    responses: { 200: List(Conversation) },
  }),
  ingestConversation: operation({
    method: 'POST',
    path: '/orgs/{organizationId}/conversations',
    summary:
      'Send up to 1,000 conversations; conversations that were sent before are replaced. Issues are extracted in the background',
    permission: inOrganization('ingestConversations'),
    scope: 'conversation',
    bodyLimit: 10 * 1024 * 1024,
    body: Type.Union([ConversationInput, Type.Array(ConversationInput, { maxItems: 1000 })]),
    responses: { 204: Empty },
  }),
  getConversationById: operation({
    method: 'GET',
    path: '/orgs/{organizationId}/conversations/{conversationId}',
    summary: 'Get a conversation with its messages, by its id or the id that it was sent with',
    ...readsConversations,
    responses: {
      200: Type.Object({ conversation: Conversation, parts: Type.Array(Part), metadata: Metadata }),
    },
  }),
};
