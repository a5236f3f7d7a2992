import type { Handlers } from '../../kernel/contract/operation.ts';
import type { SiteSearchService, SiteSubject, StructureService } from '../sites/index.ts';
import type { askContract } from './ask.contract.ts';
import type { AskService } from './ask.service.ts';
import { answerEvents, questionEvents, toAnswer } from './present-answer.ts';

interface Dependencies {
  readonly structures: Pick<StructureService, 'view'>;
  readonly search: Pick<SiteSearchService, 'spacesIn'>;
}

/** Handlers of questions. */
export const askHandlers = (
  ask: AskService,
  { structures, search }: Dependencies,
): Handlers<typeof askContract> => {
  const recommendedIn = async (organizationId: string, readerId: string) =>
    ask.recommended(organizationId, await ask.spacesOf(organizationId, readerId));

  const spacesOfSite = async (
    readerId: string,
    site: SiteSubject,
    scope: Parameters<SiteSearchService['spacesIn']>[1],
  ) => {
    const view = await structures.view(readerId, site);
    return ask.spacesWith(site.organization_id, search.spacesIn(view, scope));
  };

  const questionIn = async (organization: string, readerId: string, text: string) => ({
    asker: { organization, visitor: readerId },
    spaces: await ask.spacesOf(organization, readerId),
    text,
  });

  return {
    askInOrganization: async ({ caller, subject, query, body }) => {
      const question = await questionIn(subject.id, caller.principal.userId, body.query);
      const answer = await ask.answer({ ...question, earlier: body.previousQueries });
      return { answer: toAnswer(answer, query.format) };
    },
    streamAskInOrganization: async ({ caller, subject, query, signal }) => {
      const question = await questionIn(subject.id, caller.principal.userId, query.query);
      return answerEvents(await ask.stream({ ...question, signal }), query.format);
    },
    getRecommendedQuestionsInOrganization: async ({ caller, subject }) => ({
      questions: await recommendedIn(subject.id, caller.principal.userId),
    }),
    streamRecommendedQuestionsInOrganization: async ({ caller, subject }) =>
      questionEvents(await recommendedIn(subject.id, caller.principal.userId)),
    streamAskInSite: async ({ caller, subject, query, body, signal }) => {
      const { userId: visitor } = caller.principal;
      const spaces = await spacesOfSite(visitor, subject, body.scope);
      const asker = { organization: subject.organization_id, site: subject.id, visitor };
      return answerEvents(await ask.stream({ asker, spaces, text: body.question, signal }), query.format);
    },
    streamRecommendedQuestionsInSite: async ({ caller, subject, query }) => {
      const { siteSpaceId, spaceId } = query;
      const all = await spacesOfSite(
        caller.principal.userId,
        subject,
        siteSpaceId === undefined ? { mode: 'all' } : { mode: 'specific', siteSpaceIds: [siteSpaceId] },
      );
      const spaces = all.filter(({ id }) => spaceId === undefined || id === spaceId);
      return questionEvents(await ask.recommended(subject.organization_id, spaces));
    },
  };
};
