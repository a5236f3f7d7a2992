import { Value } from 'typebox/value';
import type { BrowserRequest, PageAnswer } from '../../../kernel/contract/operation.ts';
import { invalid } from '../../../kernel/errors/errors.ts';
import type { SiteHostName } from '../../../kernel/site-hosts.ts';
import { NO_ADDRESS, NOTHING, plain, redirectTo, unknownVisitor } from '../answers/answers.policy.ts';
import type { EnteringService } from '../entering/entering.service.ts';
import { PageOpinion } from '../feedback/feedback.contract.ts';
import type { FeedbackService } from '../feedback/feedback.service.ts';
import { hrefTo, OWN, urlTo, type Visit } from '../frames/frames.policy.ts';
import type { FramesService } from '../frames/frames.service.ts';
import type { LooksService } from '../looks/looks.service.ts';
import { isMcp, type McpService } from '../mcp/mcp.service.ts';
import { readPath } from '../paths/paths.policy.ts';

interface Dependencies {
  readonly entering: EnteringService;
  readonly frames: FramesService;
  readonly looks: LooksService;
  readonly feedback: FeedbackService;
  readonly mcp: McpService;
}

// Fields of a form are there also when nothing was written into them.
const filledIn = (body: unknown): Record<string, unknown> =>
  Object.fromEntries(Object.entries(body ?? {}).filter(([, value]) => value !== ''));

/** What readers send to a site: what they think of a page, and what their agents ask. */
export const createPostsService = ({ entering, frames, looks, feedback, mcp }: Dependencies) => {
  const opinion = async (
    visit: Visit,
    [siteSpaceId, pageId]: readonly string[],
    { body, headers, address }: BrowserRequest,
  ): Promise<PageAnswer> => {
    const variant = visit.structure.variants.find(({ id }) => id === siteSpaceId);
    if (!variant || !(await looks.of(visit, variant)).feedback.enabled) return NOTHING;
    const pages = await frames.pagesOf(visit, variant);
    const page = pages.byId.get(pageId!);
    if (page?.record.type !== 'document') return NOTHING;
    if (headers['sec-fetch-site'] === 'cross-site') return plain(403, 'This was sent from another site.\n');
    const said = filledIn(body);
    const [problem] = Value.Errors(PageOpinion, said);
    if (problem || !Value.Check(PageOpinion, said))
      throw invalid({
        path: `body${problem?.instancePath.replaceAll('/', '.') || '.rating'}`,
        message: problem?.message ?? 'is not right',
      });
    await feedback.give(visit, address, {
      source: 'page',
      rating: said.rating,
      comment: said.comment ?? null,
      site_space_id: variant.id,
      space_id: variant.space,
      page_id: page.id,
      page_url: urlTo(visit, variant, pages, page),
    });
    return headers.accept?.includes('application/json')
      ? { status: 204, headers: { 'cache-control': 'no-store' }, content: '' }
      : redirectTo(`${hrefTo(visit, variant, pages, page)}?feedback=thanks`, {}, 303);
  };

  return {
    /** The answer to who sends something to a site. */
    answer: async (host: SiteHostName, request: BrowserRequest): Promise<PageAnswer> => {
      const asked = readPath(request.url);
      if (!asked) return NO_ADDRESS;
      const entrance = await entering.enter(host, asked, request.headers);
      if (!entrance) return NOTHING;
      if (entrance.kind === 'answer') return entrance.answer;
      if (entrance.kind === 'door') return unknownVisitor(entrance.isRefused);
      const { visit, rest } = entrance;
      if (isMcp(rest)) return mcp.answer(visit, request);
      const [own, what, ...of] = rest;
      return own === OWN && what === 'feedback' && of.length === 2 && visit.member === undefined
        ? opinion(visit, of, request)
        : NOTHING;
    },
  };
};

/** What readers send. */
export type PostsService = ReturnType<typeof createPostsService>;
