import { clientNetwork } from '../../../kernel/client-network.ts';
import type { VisitorHandlers } from '../../../kernel/contract/site-tokens.ts';
import {
  type Answer,
  type AskService,
  answerEvents,
  type askContract,
  questionEvents,
} from '../../ask/index.ts';
import type { MissesService } from '../../insights/index.ts';
import type { SiteSearchService } from '../../sites/index.ts';
import type { VisitorSpacesService } from '../search/visitor-spaces.service.ts';
import type { Visitor, VisitorContentService } from './visitor-content.service.ts';
import { assertOwnSite, unansweredCounter } from './visitor-questions.ts';

interface Dependencies {
  readonly visitorContent: Pick<VisitorContentService, 'siteView'>;
  readonly visitorSpaces: VisitorSpacesService;
  readonly siteSearch: Pick<SiteSearchService, 'spacesIn'>;
  readonly ask: AskService;
  readonly misses: Pick<MissesService, 'record'>;
}

/** The same answers; calls back if the last one says that there is none. */
async function* watched(answers: AsyncIterable<Answer>, whenUnanswered: () => Promise<unknown>) {
  let last: Answer | undefined;
  for await (const answer of answers) {
    last = answer;
    yield answer;
  }
  if (last && !last.document) await whenUnanswered();
}

type Ids = 'streamAskInSite' | 'streamRecommendedQuestionsInSite';

/** Handlers of questions with a site token. */
export const visitorAskHandlers = ({
  visitorContent,
  visitorSpaces,
  siteSearch,
  ask,
  misses,
}: Dependencies): VisitorHandlers<typeof askContract, Ids, Visitor> => {
  const countUnanswered = unansweredCounter(misses);

  const spacesIn = async (visitor: Visitor, scope: Parameters<SiteSearchService['spacesIn']>[1]) => {
    const ids = new Set(siteSearch.spacesIn(await visitorContent.siteView(visitor), scope));
    const variants = visitor.visit.structure.variants.filter(({ space }) => ids.has(space));
    return visitorSpaces.of(visitor.visit, variants);
  };

  return {
    streamAskInSite: async ({ visitor, params, query, body, address, signal }) => {
      assertOwnSite(visitor, params);
      const { organization, id } = visitor.visit.site;
      const spaces = await spacesIn(visitor, body.scope);
      const asker = { organization, site: id, visitor: clientNetwork(address) };
      const answers = await ask.stream({ asker, spaces, text: body.question, signal });
      const counted = visitor.isPreview
        ? answers
        : watched(answers, () => countUnanswered(visitor, address, body.question));
      return { body: answerEvents(counted, query.format), tags: [`site:${id}`] };
    },
    streamRecommendedQuestionsInSite: async ({ visitor, params, query }) => {
      assertOwnSite(visitor, params);
      const { organization, id } = visitor.visit.site;
      const { siteSpaceId, spaceId } = query;
      const all = await spacesIn(
        visitor,
        siteSpaceId === undefined ? { mode: 'all' } : { mode: 'specific', siteSpaceIds: [siteSpaceId] },
      );
      const spaces = all.filter((space) => spaceId === undefined || space.id === spaceId);
      return { body: questionEvents(await ask.recommended(organization, spaces)), tags: [`site:${id}`] };
    },
  };
};
