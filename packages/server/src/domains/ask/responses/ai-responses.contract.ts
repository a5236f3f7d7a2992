import Type from 'typebox';
import { Id, OneOf } from '../../../kernel/contract/common-schemas.ts';
import { type DocumentNode, RichTextDocument } from '../../../kernel/contract/document-schemas.ts';
import { operation } from '../../../kernel/contract/operation.ts';
import { onSite } from '../../sites/index.ts';

const NO_EFFECT = { description: 'Has no effect' };

const Message = Type.Object({
  role: Type.Literal('user'),
  content: Type.Union([Type.String({ maxLength: 2048 }), RichTextDocument]),
  context: Type.Optional(
    Type.Object({
      location: Type.Optional(
        Type.Object(
          { spaceId: Type.String({ maxLength: 64 }), pageId: Type.String({ maxLength: 64, ...NO_EFFECT }) },
          { description: 'Where the reader is; the pages of the site in its language are used' },
        ),
      ),
    }),
  ),
});

const Tool = Type.Object({ name: Type.String(), description: Type.String() });

const MessageId = { messageId: Id };
const Step = { ...MessageId, stepIndex: Type.Integer({ minimum: 0 }) };

const Blocks = Type.Unsafe<DocumentNode[]>({
  type: 'array',
  items: { type: 'object', required: ['object', 'type'] },
});

const Search = Type.Object({
  tool: Type.Literal('search'),
  query: Type.String(),
  results: Type.Array(
    Type.Object({
      spaceId: Id,
      pageId: Id,
      revisionId: Id,
      anchor: Type.Optional(Type.String()),
      title: Type.String(),
    }),
  ),
});

const McpTool = Type.Object({
  tool: Type.Literal('mcp'),
  mcpServerId: Id,
  mcpToolName: Type.String(),
  mcpToolTitle: Type.Optional(Type.String()),
});

const ResponseEvent = Type.Union([
  Type.Object({
    type: Type.Literal('response_start'),
    ...MessageId,
    responseId: Type.Optional(
      Type.String({ description: 'The id with which the response is resumed, also before it is finished' }),
    ),
  }),
  Type.Object({
    type: Type.Literal('response_tool_call'),
    ...Step,
    toolCall: Type.Union([Search, McpTool]),
  }),
  Type.Object({
    type: Type.Literal('response_document'),
    ...Step,
    operation: OneOf(['insert', 'update']),
    blocks: Blocks,
  }),
  Type.Object({
    type: Type.Literal('response_followup_suggestion'),
    ...MessageId,
    suggestions: Type.Array(Type.String()),
  }),
  Type.Object({
    type: Type.Literal('response_finish'),
    ...MessageId,
    responseId: Id,
    response: Type.Optional(Type.Object({ id: Id })),
  }),
]);

/** Responses of the assistant of a site, as conversations. */
export const aiResponsesContract = {
  streamAIResponseInSite: operation({
    method: 'POST',
    path: '/orgs/{organizationId}/sites/{siteId}/ai/response',
    kind: 'events',
    ends: true,
    summary: 'Begin or continue a conversation with the assistant of a site; its response is streamed',
    permission: onSite('view'),
    acceptsSiteTokens: true,
    body: Type.Object({
      previousResponseId: Type.Optional(Id),
      input: Type.Array(Message, {
        minItems: 1,
        maxItems: 20,
        description: 'The last message is answered; those before it are earlier questions',
      }),
      model: Type.Optional(OneOf(['fast', 'reasoning-low', 'reasoning-medium', 'reasoning-high'], NO_EFFECT)),
      tools: Type.Optional(
        Type.Array(Tool, {
          maxItems: 100,
          description: 'Has no effect: only tools of the MCP servers of the site are called',
        }),
      ),
      toolCall: Type.Optional(
        Type.Object({ tool: Type.String(), toolCallId: Type.String(), output: Type.Object({}) }, NO_EFFECT),
      ),
    }),
    responses: { 200: ResponseEvent },
  }),
  streamExistingAIResponseInSite: operation({
    method: 'GET',
    path: '/orgs/{organizationId}/sites/{siteId}/ai/response/{responseId}',
    kind: 'events',
    ends: true,
    summary: 'Resume a response from its beginning; responses are kept for a day',
    permission: onSite('view'),
    acceptsSiteTokens: true,
    responses: { 200: ResponseEvent },
  }),
};
