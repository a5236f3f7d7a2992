import { createHash } from 'node:crypto';
import { printMarkdown } from '@lectern/document';
import { LRUCache } from 'lru-cache';
import { jsonText } from '../../../kernel/contract/json-text.ts';
import type { Result } from '../../../kernel/contract/operation.ts';
import { listOf } from '../../../kernel/contract/paging.ts';
import type { VisitorHandlers, VisitorResponse } from '../../../kernel/contract/visitors.ts';
import { notFound } from '../../../kernel/errors/errors.ts';
import type { Kernel } from '../../../kernel/kernel.ts';
import {
  type ChangeRequestsService,
  type changeRequestsContract,
  toChangeRequest,
} from '../../change-requests/index.ts';
import {
  type contentContract,
  type EmbedsService,
  type embedsContract,
  type metaLinksContract,
  presentContent,
  toMetaLinks,
} from '../../content/index.ts';
import { type IdentityService, type identityContract, toUser } from '../../identity/index.ts';
import { type BlocksService, type renderingContract, uncompressed } from '../../integrations/index.ts';
import { toContent, type VersionsService, type versionsContract } from '../../openapi/index.ts';
import { toFoundSpace } from '../../search/index.ts';
import {
  type CustomizationService,
  type FindSiteScripts,
  presentSite,
  type publishedContract,
  type redirectsContract,
  searchFingerprint,
  type siteSearchContract,
  toRedirect,
  toSite,
  withShareKey,
} from '../../sites/index.ts';
import { type spacesContract, toSpace } from '../../spaces/index.ts';
import { looksFor } from '../rendering/visible-customization.ts';
import type { ReadingService, Visitor, VisitorReading } from './visitor-content.service.ts';

interface Dependencies extends Pick<Kernel, 'links' | 'signing' | 'clock'> {
  readonly reading: ReadingService;
  readonly customization: Pick<CustomizationService, 'findAll'>;
  readonly findSiteScripts: FindSiteScripts;
  readonly embeds: EmbedsService;
  readonly specVersions: Pick<VersionsService, 'latest'>;
  readonly identity: Pick<IdentityService, 'findInOrganization'>;
  readonly changeRequests: Pick<ChangeRequestsService, 'findInSpace'>;
  readonly blocks: Pick<BlocksService, 'render'>;
}

type Answered = typeof spacesContract &
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

type PageWish = Parameters<ReadingService['document']>[2] & {
  readonly format?: 'document' | 'markdown' | undefined;
  readonly metadata?: boolean | undefined;
};

const KEPT_CHARACTERS = 32 * 1024 * 1024;
const KEPT_SITES = 200;
const KEPT_MS = 60_000;

// Only the key of a link that is good is put into addresses.
const goodKey = ({ visit: { site } }: Visitor, key: string | undefined): string | undefined =>
  key !== undefined && site.shareLinks?.[createHash('sha256').update(key).digest('hex')] !== undefined
    ? key
    : undefined;

const siteOf = ({ visit: { site } }: Visitor, params: { organizationId: string; siteId: string }) => {
  if (params.organizationId !== site.organization || params.siteId !== site.id) throw notFound('site');
  return `site:${site.id}`;
};

/** The operations that show a site, as its visitors are answered. */
export const readingHandlers = ({
  links,
  signing,
  clock,
  reading,
  customization,
  findSiteScripts,
  embeds,
  specVersions,
  identity,
  changeRequests,
  blocks,
}: Dependencies): VisitorHandlers<Answered, Ids, Visitor> => {
  // By whom content was merged is for those who work on it.
  const show = presentContent(reading.shown, { links, signing, clock, mergedFrom: async () => undefined });

  // What was made of a snapshot for an audience is so for ever.
  const bodies = new LRUCache<string, string>({
    maxSize: KEPT_CHARACTERS,
    sizeCalculation: (text, key) => text.length + key.length,
  });
  // A version names all that is in them; for a while only, because one can come back.
  const sites = new LRUCache<string, Promise<string>>({ max: KEPT_SITES, ttl: KEPT_MS });

  const tagsOf = ({ visit }: Visitor, spaceId: string) => [`site:${visit.site.id}`, `space:${spaceId}`];

  const bodyOf = async (
    from: VisitorReading,
    whose: Parameters<ReadingService['document']>[1],
    wish: PageWish,
  ): Promise<string> => {
    const { evaluated, dereferenced, format } = wish;
    const key = JSON.stringify([
      from.space.organization_id,
      from.revision.root,
      whose,
      from.audience,
      [evaluated, dereferenced, format],
    ]);
    const known = bodies.get(key);
    if (known !== undefined) return known;
    const document = await reading.document(from, whose, wish);
    const text = JSON.stringify(format === 'markdown' ? printMarkdown(document) : document);
    bodies.set(key, text);
    return text;
  };
  const pageOf = async (
    visitor: Visitor,
    from: VisitorReading,
    id: string,
    { format, ...wish }: PageWish,
  ): Promise<VisitorResponse<Result<(typeof contentContract)['getPageInRevisionById']>>> => {
    const page = await show.page(from, id, { metadata: wish.metadata });
    const { record } = await reading.shown.page(from, id);
    const tags = tagsOf(visitor, from.space.id);
    if (record.type !== 'document' || format === undefined) return { body: page, tags, isImmutable: true };
    const text = JSON.stringify(page).slice(0, -1);
    const body = jsonText<never>(`${text},"${format}":${await bodyOf(from, record, { format, ...wish })}}`);
    return { body, tags, isImmutable: true };
  };

  const makeSite = async (visitor: Visitor, shareKey: string | undefined): Promise<string> => {
    const view = await reading.siteView(visitor);
    const { site, siteSpaces } = await customization.findAll(view.site);
    const { claims } = visitor.visit;
    const isShown = (id: string) => view.structure.siteSpaces.some((row) => row.id === id);
    const overridden = Object.entries(siteSpaces).filter(([id]) => isShown(id));
    return JSON.stringify({
      object: 'published-content-site',
      site: toSite(links, view.site, shareKey),
      structure: presentSite(links, { ...view, shareKey }).structure('full'),
      customizations: {
        site: looksFor(site, claims),
        siteSpaces: Object.fromEntries(overridden.map(([id, looks]) => [id, looksFor(looks, claims)])),
      },
    });
  };
  /** A site with its structure and its looks. */
  const siteText = (visitor: Visitor, asked: string | undefined): Promise<string> => {
    const shareKey = goodKey(visitor, asked);
    const key = `${visitor.visit.site.id} ${visitor.visit.version} ${shareKey ?? ''}`;
    const made = sites.get(key) ?? makeSite(visitor, shareKey);
    sites.set(key, made, { noUpdateTTL: true });
    made.catch(() => sites.delete(key));
    return made;
  };

  /** What a block in a page shows; nothing else of an integration is for readers. */
  const block = async (visitor: Visitor, name: string, asked: Parameters<BlocksService['render']>[2]) => {
    if (asked.context.type !== 'document') throw notFound('integration');
    const space = await reading.spaceIn(visitor, asked.context.spaceId);
    const { output, seconds } = await blocks.render(space, name, asked);
    return { body: output, tags: tagsOf(visitor, space.id), maxAge: seconds };
  };

  return {
    renderIntegrationUIWithGet: ({ visitor, params, query }) =>
      block(visitor, params.integrationName, uncompressed(query.request)),
    renderIntegrationUIWithPost: ({ visitor, params, body }) => block(visitor, params.integrationName, body),
    getPublishedContentSite: async ({ visitor, params, query }) => {
      const tag = siteOf(visitor, params);
      const [view, site] = await Promise.all([reading.siteView(visitor), siteText(visitor, query.shareKey)]);
      const scripts = JSON.stringify(await findSiteScripts(view.site));
      const spaces = [...view.spaces.keys()].map((id) => `space:${id}`);
      return {
        body: jsonText<never>(`${site.slice(0, -1)},"scripts":${scripts}}`),
        tags: [tag, ...spaces],
      };
    },
    getSpaceById: async ({ visitor, params, query }) => {
      const space = await reading.spaceIn(visitor, params.spaceId);
      const key = goodKey(visitor, query.shareKey);
      const body = toSpace(links, key === undefined ? space : withShareKey(space, key));
      return { body, tags: tagsOf(visitor, space.id) };
    },
    getRevisionById: async ({ visitor, params, query }) => {
      const from = await reading.at(visitor, params.spaceId, params.revisionId);
      return {
        body: await show.revision(from, query),
        tags: tagsOf(visitor, from.space.id),
        isImmutable: true,
      };
    },
    getPageInRevisionById: async ({ visitor, params, query }) => {
      const from = await reading.at(visitor, params.spaceId, params.revisionId);
      return pageOf(visitor, from, params.pageId, query);
    },
    getPageInRevisionByPath: async ({ visitor, params, query }) => {
      const from = await reading.at(visitor, params.spaceId, params.revisionId);
      const { node } = await reading.shown.pageByPath(from, params.pagePath);
      return pageOf(visitor, from, node.id, query);
    },
    getPageDocumentInRevisionById: async ({ visitor, params, query }) => {
      const from = await reading.at(visitor, params.spaceId, params.revisionId);
      const { record } = await reading.shown.page(from, params.pageId);
      const body = jsonText<never>(await bodyOf(from, record, query));
      return { body, tags: tagsOf(visitor, from.space.id), isImmutable: true };
    },
    getReusableContentDocumentInRevisionById: async ({ visitor, params, query }) => {
      const from = await reading.at(visitor, params.spaceId, params.revisionId);
      const content = await reading.shown.reusable(from, params.reusableContentId);
      const body = jsonText<never>(await bodyOf(from, content, query));
      return { body, tags: tagsOf(visitor, from.space.id), isImmutable: true };
    },
    listRevisionPageMetaLinks: async ({ visitor, params }) => {
      const from = await reading.at(visitor, params.spaceId, params.revisionId);
      const { record } = await reading.shown.page(from, params.pageId);
      return { body: toMetaLinks(record), tags: tagsOf(visitor, from.space.id), isImmutable: true };
    },
    getSiteRedirectBySource: async ({ visitor, params, query }) => {
      const tag = siteOf(visitor, params);
      const key = goodKey(visitor, query.shareKey);
      const { row, target } = await reading.redirect(visitor, query.source, key);
      return { body: { redirect: toRedirect(row), target }, tags: [tag] };
    },
    getEmbedByUrlInSpace: async ({ visitor, params, query }) => {
      await reading.spaceIn(visitor, params.spaceId);
      return { body: await embeds.find(query.url), tags: tagsOf(visitor, params.spaceId) };
    },
    searchSiteContent: async ({ visitor, params, body, page }) => {
      const tag = siteOf(visitor, params);
      const { items, ...list } = listOf(
        page,
        await reading.search(visitor, body, page),
        (row) => [row.score, row.space_id, searchFingerprint(body)],
        (row) => toFoundSpace(links, row),
      );
      const shown = items.filter(({ pages }) => pages.length > 0);
      // How much more there is for others is not told, where all of it is here.
      const isAll = page.after === undefined && list.next === undefined;
      return { body: { ...list, items: shown, ...(isAll && { count: shown.length }) }, tags: [tag] };
    },
    getUserById: async ({ visitor, params }) => {
      const user = await identity.findInOrganization(params.userId, visitor.visit.site.organization);
      if (!user) throw notFound('user');
      // Pages name people; how to write to them is not on the page.
      const { email: _, ...named } = toUser(links, user);
      return { body: named, tags: [`user:${user.id}`] };
    },
    getLatestOpenAPISpecVersionContent: async ({ visitor, params }) => {
      await reading.showsSpec(visitor, params.organizationId, params.specSlug);
      const { spec, ...latest } = await specVersions.latest(params.organizationId, params.specSlug);
      return { body: toContent(links, spec, latest), tags: [`openapi:${spec.id}`] };
    },
    getChangeRequestById: async ({ visitor, params }) => {
      const space = await reading.spaceIn(visitor, params.spaceId);
      const request = visitor.isPreview
        ? await changeRequests.findInSpace(space, params.changeRequestId, '')
        : undefined;
      if (!request) throw notFound('change request');
      return { body: toChangeRequest(links, request), tags: tagsOf(visitor, space.id) };
    },
  };
};
