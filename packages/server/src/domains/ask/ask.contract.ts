import Type from 'typebox';
import { Id, OneOf } from '../../kernel/contract/common-schemas.ts';
import { RichTextDocument } from '../../kernel/contract/document-schemas.ts';
import { operation } from '../../kernel/contract/operation.ts';
import { inOrganization } from '../organizations/index.ts';
import { onSite, SearchScope } from '../sites/index.ts';

const Question = Type.String({ minLength: 1, maxLength: 512 });

const Source = Type.Object({
  type: Type.Literal('page'),
  reason: Type.Optional(Type.String()),
  page: Id,
  revision: Id,
  space: Id,
  sections: Type.Array(Type.String(), { description: 'The anchors of the sections that were used' }),
});

const Answer = Type.Object({
  answer: Type.Optional(
    Type.Union([Type.Object({ document: RichTextDocument }), Type.Object({ markdown: Type.String() })], {
      description: 'Absent if the pages do not answer the question',
    }),
  ),
  followupQuestions: Type.Array(Type.String()),
  sources: Type.Array(Source),
});

const AnswerEvent = Type.Object({
  type: Type.Literal('answer'),
  answer: Type.Object(Answer.properties, { description: 'The answer so far' }),
});

const RecommendedQuestion = Type.Object({ question: Type.String() });

const format = {
  format: Type.Optional(OneOf(['document', 'markdown'], { default: 'document' })),
};
const options = { ...format, details: Type.Optional(Type.Boolean({ description: 'Has no effect' })) };

/** Operations that answer questions from pages. */
export const askContract = {
  askInOrganization: operation({
    method: 'POST',
    path: '/orgs/{organizationId}/ask',
    summary: 'Ask a question; it is answered from the spaces that you can see',
    permission: inOrganization('view'),
    scope: 'space',
    query: Type.Object(options),
    body: Type.Object({
      query: Question,
      previousQueries: Type.Optional(Type.Array(Question, { maxItems: 10 })),
    }),
    responses: { 200: Type.Object({ answer: Type.Optional(Answer) }) },
  }),
  streamAskInOrganization: operation({
    method: 'GET',
    path: '/orgs/{organizationId}/ask/stream',
    kind: 'events',
    ends: true,
    summary: 'Ask a question; the answer is streamed',
    permission: inOrganization('view'),
    scope: 'space',
    query: Type.Object({ query: Question, ...options }),
    responses: { 200: AnswerEvent },
  }),
  getRecommendedQuestionsInOrganization: operation({
    method: 'GET',
    path: '/orgs/{organizationId}/ask/questions',
    summary: 'List questions that the spaces that you can see answer',
    permission: inOrganization('view'),
    scope: 'space',
    responses: { 200: Type.Object({ questions: Type.Array(Type.String()) }) },
  }),
  streamRecommendedQuestionsInOrganization: operation({
    method: 'GET',
    path: '/orgs/{organizationId}/ask/questions/stream',
    kind: 'events',
    ends: true,
    summary: 'List questions that the spaces that you can see answer, one by one',
    permission: inOrganization('view'),
    scope: 'space',
    responses: { 200: RecommendedQuestion },
  }),
  streamAskInSite: operation({
    method: 'POST',
    path: '/orgs/{organizationId}/sites/{siteId}/ask',
    kind: 'events',
    ends: true,
    summary: 'Ask a question; it is answered from the pages of a site, and the answer is streamed',
    permission: onSite('view'),
    acceptsSiteTokens: true,
    query: Type.Object(format),
    body: Type.Object({
      question: Question,
      context: Type.Optional(Type.Object({ siteSpaceId: Type.Optional(Id) })),
      scope: SearchScope,
    }),
    responses: { 200: AnswerEvent },
  }),
  streamRecommendedQuestionsInSite: operation({
    method: 'GET',
    path: '/orgs/{organizationId}/sites/{siteId}/ask/questions',
    kind: 'events',
    ends: true,
    summary: 'List questions that the pages of a site answer, one by one',
    permission: onSite('view'),
    acceptsSiteTokens: true,
    query: Type.Object({
      siteSpaceId: Type.Optional(Id),
      spaceId: Type.Optional(Type.String({ minLength: 1, maxLength: 64, deprecated: true })),
    }),
    responses: { 200: RecommendedQuestion },
  }),
};
