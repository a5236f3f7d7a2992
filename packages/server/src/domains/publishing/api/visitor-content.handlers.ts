import { jsonText } from '../../../kernel/contract/json-text.ts';
import type { Result } from '../../../kernel/contract/operation.ts';
import { listOf } from '../../../kernel/contract/paging.ts';
import type { VisitorHandlers, VisitorResponse } from '../../../kernel/contract/site-tokens.ts';
import { notFound } from '../../../kernel/errors/errors.ts';
import type { Kernel } from '../../../kernel/kernel.ts';
import {
  type ChangeRequestsService,
  type changeRequestsContract,
  toChangeRequest,
} from '../../change-requests/index.ts';
import {
  type contentContract,
  createContentPresenter,
  type EmbedsService,
  type embedsContract,
  type metaLinksContract,
  toMetaLinks,
} from '../../content/index.ts';
import { type IdentityService, type identityContract, toUser } from '../../identity/index.ts';
import { type BlocksService, decompressRequest, type renderingContract } from '../../integrations/index.ts';
import { toContentFiles, type VersionsService, type versionsContract } from '../../openapi/index.ts';
import { createFoundSpaces } from '../../search/index.ts';
import {
  type CustomizationService,
  type FindSiteScripts,
  type publishedContract,
  type redirectsContract,
  searchFingerprint,
  type siteSearchContract,
  toRedirect,
  withShareKey,
} from '../../sites/index.ts';
import { type spacesContract, toSpace } from '../../spaces/index.ts';
import type { Visitor, VisitorContentService, VisitorRevision } from './visitor-content.service.ts';
import { createVisitorJson, type PageOptions, validShareKey } from './visitor-json.ts';

interface Dependencies extends Pick<Kernel, 'links' | 'signing' | 'clock'> {
  readonly visitorContent: VisitorContentService;
  readonly customization: Pick<CustomizationService, 'findAll'>;
  readonly findSiteScripts: FindSiteScripts;
  readonly embeds: EmbedsService;
  readonly specVersions: Pick<VersionsService, 'latest'>;
  readonly identity: Pick<IdentityService, 'findInOrganization'>;
  readonly changeRequests: Pick<ChangeRequestsService, 'findInSpace'>;
  readonly blocks: Pick<BlocksService, 'render'>;
}

type Contracts = typeof spacesContract &
  typeof contentContract &
  typeof metaLinksContract &
  typeof embedsContract &
  typeof publishedContract &
  typeof redirectsContract &
  typeof siteSearchContract &
  typeof identityContract &
  typeof changeRequestsContract &
  typeof versionsContract &
  typeof renderingContract;

type Ids =
  | 'getPublishedContentSite'
  | 'getSpaceById'
  | 'getRevisionById'
  | 'getPageInRevisionById'
  | 'getPageInRevisionByPath'
  | 'getPageDocumentInRevisionById'
  | 'getReusableContentDocumentInRevisionById'
  | 'listRevisionPageMetaLinks'
  | 'getSiteRedirectBySource'
  | 'getEmbedByUrlInSpace'
  | 'searchSiteContent'
  | 'getUserById'
  | 'getChangeRequestById'
  | 'getLatestOpenAPISpecVersionContent'
  | 'renderIntegrationUIWithGet'
  | 'renderIntegrationUIWithPost';

/** The cache tag of the visitor's site; throws for another site. */
const siteTagOf = ({ visit: { site } }: Visitor, params: { organizationId: string; siteId: string }) => {
  if (params.organizationId !== site.organization || params.siteId !== site.id) throw notFound('site');
  return `site:${site.id}`;
};

/** Handlers of operations for visitors with a site token. */
export const visitorContentHandlers = ({
  links,
  signing,
  clock,
  visitorContent,
  customization,
  findSiteScripts,
  embeds,
  specVersions,
  identity,
  changeRequests,
  blocks,
}: Dependencies): VisitorHandlers<Contracts, Ids, Visitor> => {
  // Only members learn who merged content.
  const show = createContentPresenter(visitorContent.visibleContent, {
    links,
    signing,
    clock,
    mergedFrom: async () => undefined,
  });

  const { documentJson, siteJson } = createVisitorJson({ links, visitorContent, customization });

  const tagsOf = ({ visit }: Visitor, spaceId: string) => [`site:${visit.site.id}`, `space:${spaceId}`];

  const pageOf = async (
    visitor: Visitor,
    from: VisitorRevision,
    id: string,
    { format, ...options }: PageOptions,
  ): Promise<VisitorResponse<Result<(typeof contentContract)['getPageInRevisionById']>>> => {
    const page = await show.pageFields(from, id, { metadata: options.metadata });
    const { record } = await visitorContent.visibleContent.page(from, id);
    const tags = tagsOf(visitor, from.space.id);
    if (record.type !== 'document' || format === undefined) return { body: page, tags, isImmutable: true };
    const text = JSON.stringify(page).slice(0, -1);
    const body = jsonText<never>(
      `${text},"${format}":${await documentJson(from, record, { format, ...options })}}`,
    );
    return { body, tags, isImmutable: true };
  };

  /** Renders a block in a page; other components of an integration are for members only. */
  const renderBlock = async (
    visitor: Visitor,
    name: string,
    request: Parameters<BlocksService['render']>[2],
  ) => {
    if (request.context.type !== 'document') throw notFound('integration');
    const space = await visitorContent.spaceIn(visitor, request.context.spaceId);
    const { output, seconds } = await blocks.render(space, name, request);
    return { body: output, tags: tagsOf(visitor, space.id), maxAge: seconds };
  };

  return {
    renderIntegrationUIWithGet: ({ visitor, params, query }) =>
      renderBlock(visitor, params.integrationName, decompressRequest(query.request)),
    renderIntegrationUIWithPost: ({ visitor, params, body }) =>
      renderBlock(visitor, params.integrationName, body),
    getPublishedContentSite: async ({ visitor, params, query }) => {
      const tag = siteTagOf(visitor, params);
      const [view, site] = await Promise.all([
        visitorContent.siteView(visitor),
        siteJson(visitor, query.shareKey),
      ]);
      const scripts = JSON.stringify(await findSiteScripts(view.site));
      const spaces = [...view.spaces.keys()].map((id) => `space:${id}`);
      return {
        body: jsonText<never>(`${site.slice(0, -1)},"scripts":${scripts}}`),
        tags: [tag, ...spaces],
      };
    },
    getSpaceById: async ({ visitor, params, query }) => {
      const space = await visitorContent.spaceIn(visitor, params.spaceId);
      const key = validShareKey(visitor, query.shareKey);
      const body = toSpace(links, key === undefined ? space : withShareKey(space, key));
      return { body, tags: tagsOf(visitor, space.id) };
    },
    getRevisionById: async ({ visitor, params, query }) => {
      const from = await visitorContent.at(visitor, params.spaceId, params.revisionId);
      return {
        body: await show.revision(from, query),
        tags: tagsOf(visitor, from.space.id),
        isImmutable: true,
      };
    },
    getPageInRevisionById: async ({ visitor, params, query }) => {
      const from = await visitorContent.at(visitor, params.spaceId, params.revisionId);
      return pageOf(visitor, from, params.pageId, query);
    },
    getPageInRevisionByPath: async ({ visitor, params, query }) => {
      const from = await visitorContent.at(visitor, params.spaceId, params.revisionId);
      const { node } = await visitorContent.visibleContent.pageByPath(from, params.pagePath);
      return pageOf(visitor, from, node.id, query);
    },
    getPageDocumentInRevisionById: async ({ visitor, params, query }) => {
      const from = await visitorContent.at(visitor, params.spaceId, params.revisionId);
      const { record } = await visitorContent.visibleContent.page(from, params.pageId);
      const body = jsonText<never>(await documentJson(from, record, query));
      return { body, tags: tagsOf(visitor, from.space.id), isImmutable: true };
    },
    getReusableContentDocumentInRevisionById: async ({ visitor, params, query }) => {
      const from = await visitorContent.at(visitor, params.spaceId, params.revisionId);
      const content = await visitorContent.visibleContent.reusable(from, params.reusableContentId);
      const body = jsonText<never>(await documentJson(from, content, query));
      return { body, tags: tagsOf(visitor, from.space.id), isImmutable: true };
    },
    listRevisionPageMetaLinks: async ({ visitor, params }) => {
      const from = await visitorContent.at(visitor, params.spaceId, params.revisionId);
      const { record } = await visitorContent.visibleContent.page(from, params.pageId);
      return { body: toMetaLinks(record), tags: tagsOf(visitor, from.space.id), isImmutable: true };
    },
    getSiteRedirectBySource: async ({ visitor, params, query }) => {
      const tag = siteTagOf(visitor, params);
      const key = validShareKey(visitor, query.shareKey);
      const { row, target } = await visitorContent.redirect(visitor, query.source, key);
      return { body: { redirect: toRedirect(row), target }, tags: [tag] };
    },
    getEmbedByUrlInSpace: async ({ visitor, params, query }) => {
      const space = await visitorContent.spaceIn(visitor, params.spaceId);
      return { body: await embeds.findInSpace(space, query.url), tags: tagsOf(visitor, params.spaceId) };
    },
    searchSiteContent: async ({ visitor, params, body, page }) => {
      const tag = siteTagOf(visitor, params);
      const found = await visitorContent.search(visitor, body, page);
      const { items, ...list } = listOf(
        page,
        found,
        (row) => [row.score, row.space_id, searchFingerprint(body)],
        createFoundSpaces(links, found.rows),
      );
      const shown = items.filter(({ pages }) => pages.length > 0);
      // The total must not reveal results that are hidden from the visitor.
      const isAll = page.after === undefined && list.next === undefined;
      return { body: { ...list, items: shown, ...(isAll && { count: shown.length }) }, tags: [tag] };
    },
    getUserById: async ({ visitor, params }) => {
      const user = await identity.findInOrganization(params.userId, visitor.visit.site.organization);
      if (!user) throw notFound('user');
      // Pages show names of users, but not their e-mail addresses.
      const { email: _, ...named } = toUser(links, user);
      return { body: named, tags: [`user:${user.id}`] };
    },
    getLatestOpenAPISpecVersionContent: async ({ visitor, params }) => {
      await visitorContent.assertSpecShown(visitor, params.organizationId, params.specSlug);
      const { spec, ...latest } = await specVersions.latest(params.organizationId, params.specSlug);
      return { body: toContentFiles(links, spec, latest), tags: [`openapi:${spec.id}`] };
    },
    getChangeRequestById: async ({ visitor, params }) => {
      const space = await visitorContent.spaceIn(visitor, params.spaceId);
      const request = visitor.isPreview
        ? await changeRequests.findInSpace(space, params.changeRequestId, '')
        : undefined;
      if (!request) throw notFound('change request');
      return { body: toChangeRequest(links, request), tags: tagsOf(visitor, space.id) };
    },
  };
};
