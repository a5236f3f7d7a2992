import { type ContentRef, mapRefs } from '@lectern/document';
import { type RenderContext, renderAskPage, renderDocument, renderMath } from '@lectern/site';
import { clientNetwork } from '../../../kernel/client-network.ts';
import type { AskService } from '../../ask/index.ts';
import type { LayoutService } from '../rendering/layout.service.ts';
import { linkResolver, referencedSpaces, variantsFor } from '../site/page-urls.ts';
import type { SitePagesService } from '../site/site-pages.service.ts';
import type { Variant } from '../site/structure.ts';
import type { Visit } from '../site/visit.ts';
import type { VisitorSpacesService } from './visitor-spaces.service.ts';

interface Dependencies {
  readonly layout: Pick<LayoutService, 'layoutOf'>;
  readonly sitePages: Pick<SitePagesService, 'indexes'>;
  readonly visitorSpaces: VisitorSpacesService;
  readonly ask: Pick<AskService, 'answer'>;
}

/** A page that answers a question. */
export interface AskPage {
  readonly content: string;
  /** Whether no page of the site answers the question. */
  readonly isUnanswered: boolean;
}

/** Makes the service for the page of a site that answers questions. */
export const createAskPagesService = ({ layout, sitePages, visitorSpaces, ask }: Dependencies) => {
  const answerTo = async (visit: Visit, from: Variant, text: string, address: string) => {
    const { organization, id: site } = visit.site;
    const { document, followups } = await ask.answer({
      asker: { organization, site, visitor: clientNetwork(address) },
      spaces: await visitorSpaces.of(visit, variantsFor(visit, from)),
      text,
    });
    if (!document) return { content: undefined, followups };
    const refs: ContentRef[] = [];
    mapRefs(document, (ref) => {
      refs.push(ref);
      return ref;
    });
    const indexes = await sitePages.indexes(visit, from, referencedSpaces(refs));
    const context: RenderContext = {
      language: from.language ?? 'en',
      hrefOf: linkResolver(visit, from, indexes),
      fileOf: () => undefined,
      math: renderMath,
    };
    return { content: renderDocument(document, context), followups };
  };

  return {
    /** The page with the answer to a question; undefined if the site answers none. */
    render: async (
      visit: Visit,
      from: Variant,
      text: string,
      address: string,
    ): Promise<AskPage | undefined> => {
      const frame = await layout.layoutOf(visit, from, undefined);
      if (!frame.ask) return undefined;
      const question = text.trim();
      const answer = question === '' ? undefined : await answerTo(visit, from, question, address);
      return {
        content: renderAskPage(frame, frame.ask.page, question, answer),
        isUnanswered: answer !== undefined && answer.content === undefined,
      };
    },
  };
};

/** The page of a site that answers questions. */
export type AskPagesService = ReturnType<typeof createAskPagesService>;
