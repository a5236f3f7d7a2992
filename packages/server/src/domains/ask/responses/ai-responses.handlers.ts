import type { Handlers } from '../../../kernel/contract/operation.ts';
import type { SiteSearchService, SiteSubject, StructureService } from '../../sites/index.ts';
import type { AskService } from '../ask.service.ts';
import type { aiResponsesContract } from './ai-responses.contract.ts';
import type { AiResponsesService, Conversant } from './ai-responses.service.ts';
import { readInput, scopeOf } from './conversation-input.ts';

interface Dependencies {
  readonly structures: Pick<StructureService, 'view'>;
  readonly search: Pick<SiteSearchService, 'spacesIn'>;
  readonly ask: Pick<AskService, 'spacesWith'>;
}

/** Handlers of conversations of members; those of visitors are in the domain `publishing`. */
export const aiResponsesHandlers = (
  responses: AiResponsesService,
  { structures, search, ask }: Dependencies,
): Handlers<typeof aiResponsesContract> => {
  const conversantOf = async (userId: string, site: SiteSubject) => {
    const view = await structures.view(userId, site);
    const organization = site.organization_id;
    const readable = await ask.spacesWith(organization, search.spacesIn(view, { mode: 'all' }));
    const conversant: Conversant = {
      asker: { organization, site: site.id, visitor: userId },
      key: `member ${userId}`,
      readable,
    };
    return { view, conversant };
  };

  return {
    streamAIResponseInSite: async ({ caller, subject, body, signal }) => {
      const input = readInput(body);
      const { view, conversant } = await conversantOf(caller.principal.userId, subject);
      const ids = new Set(search.spacesIn(view, scopeOf(view, body)));
      const spaces = conversant.readable.filter(({ id }) => ids.has(id));
      const { previousResponseId } = body;
      return responses.respond(conversant, { ...input, previousResponseId, spaces }, signal);
    },
    streamExistingAIResponseInSite: async ({ caller, subject, params, signal }) => {
      const { conversant } = await conversantOf(caller.principal.userId, subject);
      return responses.resume(conversant, params.responseId, signal);
    },
  };
};
