import { createHash } from 'node:crypto';
import { clientNetwork } from '../../../kernel/client-network.ts';
import type { VisitorHandlers } from '../../../kernel/contract/site-tokens.ts';
import {
  type AiResponsesService,
  type aiResponsesContract,
  type Conversant,
  readInput,
  scopeOf,
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
  readonly responses: AiResponsesService;
  readonly misses: Pick<MissesService, 'record'>;
}

type Ids = 'streamAIResponseInSite' | 'streamExistingAIResponseInSite';

/** Who a visitor is: the claims that decide about content, without the times of the token that contains them. */
const audienceKey = ({ visit: { claims, member }, isPreview }: Visitor): string => {
  const { exp, iat, nbf, jti, ...about } = claims;
  const audience = JSON.stringify([about, member ?? null, isPreview]);
  return `visitor ${createHash('sha256').update(audience).digest('base64url')}`;
};

/** Handlers of conversations with a site token. */
export const visitorAiResponsesHandlers = ({
  visitorContent,
  visitorSpaces,
  siteSearch,
  responses,
  misses,
}: Dependencies): VisitorHandlers<typeof aiResponsesContract, Ids, Visitor> => {
  const countUnanswered = unansweredCounter(misses);

  const conversantOf = async (visitor: Visitor, address: string): Promise<Conversant> => {
    const { site, structure } = visitor.visit;
    return {
      asker: { organization: site.organization, site: site.id, visitor: clientNetwork(address) },
      key: audienceKey(visitor),
      readable: await visitorSpaces.of(visitor.visit, structure.variants),
    };
  };

  return {
    streamAIResponseInSite: async ({ visitor, params, body, address, signal }) => {
      assertOwnSite(visitor, params);
      const input = readInput(body);
      const view = await visitorContent.siteView(visitor);
      const conversant = await conversantOf(visitor, address);
      const ids = new Set(siteSearch.spacesIn(view, scopeOf(view, body)));
      const spaces = conversant.readable.filter(({ id }) => ids.has(id));
      const { previousResponseId } = body;
      const onUnanswered = () => countUnanswered(visitor, address, input.text);
      const message = {
        ...input,
        previousResponseId,
        spaces,
        ...(!visitor.isPreview && { onUnanswered }),
      };
      return { body: await responses.respond(conversant, message, signal), tags: [`site:${params.siteId}`] };
    },
    streamExistingAIResponseInSite: async ({ visitor, params, address, signal }) => {
      assertOwnSite(visitor, params);
      const conversant = await conversantOf(visitor, address);
      const body = await responses.resume(conversant, params.responseId, signal);
      return { body, tags: [`site:${params.siteId}`] };
    },
  };
};
