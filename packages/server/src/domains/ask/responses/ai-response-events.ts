import { isDeepStrictEqual } from 'node:util';
import type { Block } from '@lectern/document';
import type { Static } from 'typebox';
import type { Passage } from '../../search/index.ts';
import type { Answer } from '../answers/answer.ts';
import { documentOf, textNode } from '../answers/answer-blocks.ts';
import { nameOf } from '../answers/extractive-answer.ts';
import type { SiteTool } from '../tools/tool-plan.ts';
import type { aiResponsesContract } from './ai-responses.contract.ts';

/** An event of a response. */
export type ResponseEvent = Static<(typeof aiResponsesContract)['streamAIResponseInSite']['responses'][200]>;
type ToolCallEvent = Extract<ResponseEvent, { type: 'response_tool_call' }>;
type Blocks = Extract<ResponseEvent, { type: 'response_document' }>['blocks'];

const paragraph = (text: string): readonly Block[] =>
  documentOf([{ object: 'block', type: 'paragraph', nodes: [textNode(text)] }]).nodes;

const UNANSWERED = 'The pages of this site do not answer this question.';
const STOPPED = 'This response was stopped before it was written.';
const FAILED = 'This response could not be written. Ask again.';

/** The search for passages as a call of a tool. */
const searchCall = (query: string, passages: readonly Passage[]): ToolCallEvent['toolCall'] => ({
  tool: 'search',
  query,
  results: passages.map((passage) => ({
    spaceId: passage.space.id,
    pageId: passage.page,
    revisionId: passage.space.revision_id,
    ...(passage.anchor !== undefined && { anchor: passage.anchor }),
    title: nameOf(passage),
  })),
});

/** Turns the answers to a question into the events of one response. Its id is also the id of its message. */
export const createResponseEvents = (id: string) => {
  const message = { messageId: id };
  let stepIndex = 0;
  let shown: readonly Block[] = [];

  const insert = (blocks: readonly Block[]): ResponseEvent => ({
    type: 'response_document',
    ...message,
    stepIndex,
    operation: 'insert',
    blocks: blocks as unknown as Blocks,
  });
  const toolCall = (call: ToolCallEvent['toolCall']): ResponseEvent => ({
    type: 'response_tool_call',
    ...message,
    stepIndex,
    toolCall: call,
  });

  return {
    start: (): ResponseEvent => ({ type: 'response_start', ...message, responseId: id }),
    search: (query: string, passages: readonly Passage[]) => toolCall(searchCall(query, passages)),
    mcp: ({ server, tool }: SiteTool) =>
      toolCall({
        tool: 'mcp',
        mcpServerId: server.id,
        mcpToolName: tool.name,
        ...(tool.title !== undefined && { mcpToolTitle: tool.title }),
      }),
    /** The new blocks of a grown answer; an answer that replaces the one before is a step of its own. */
    grow: ({ document }: Answer): ResponseEvent[] => {
      const blocks = document?.nodes ?? [];
      if (!shown.every((block, at) => isDeepStrictEqual(block, blocks[at]))) {
        stepIndex++;
        shown = [];
      }
      const fresh = blocks.slice(shown.length);
      shown = blocks;
      return fresh.length > 0 ? [insert(fresh)] : [];
    },
    /** The last events. */
    end: (last: Answer | undefined, how: 'complete' | 'stopped' | 'failed'): ResponseEvent[] => {
      const text = { complete: UNANSWERED, stopped: STOPPED, failed: FAILED }[how];
      const followups = last?.followups ?? [];
      return [
        ...(shown.length === 0 ? [insert(paragraph(text))] : []),
        ...(followups.length > 0
          ? [{ type: 'response_followup_suggestion' as const, ...message, suggestions: [...followups] }]
          : []),
        finishOf(id),
      ];
    },
  };
};

/** The last event of a response. Newer renderers read its id from `response`. */
export const finishOf = (id: string): ResponseEvent => ({
  type: 'response_finish',
  messageId: id,
  responseId: id,
  response: { id },
});
