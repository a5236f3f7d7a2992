import type { Caller } from '../../../kernel/auth/principal.ts';
import type { Page, PageRequest } from '../../../kernel/contract/paging.ts';
import { conflict, invalid, notFound } from '../../../kernel/errors/errors.ts';
import { withLetter } from '../../../kernel/ids.ts';
import type { Kernel } from '../../../kernel/kernel.ts';
import type { ShareLinksService } from '../share-links/share-links.service.ts';
import { createSiteTransaction } from '../site-transaction.ts';
import type { SiteKey, SiteSubject } from '../sites.store.ts';
import type { SiteTarget, SiteTargetsService } from '../structure/site-targets.service.ts';
import type { SiteView, StructureService } from '../structure/structure.service.ts';
import type { RedirectDestination, RedirectOptions } from './redirects.contract.ts';
import {
  deleteRedirects,
  findRedirect,
  findRedirectsFrom,
  listRedirects,
  type RedirectRow,
  upsertRedirects,
} from './redirects.store.ts';
import { capturedBy, sourcesMatching, withSegments } from './wildcards.ts';

interface Dependencies extends Pick<Kernel, 'db' | 'transaction' | 'clock' | 'newId' | 'events'> {
  readonly structures: Pick<StructureService, 'view'>;
  readonly shareLinks: Pick<ShareLinksService, 'findByKey'>;
  readonly siteTargets: SiteTargetsService;
}

/** The new destination of a source; null deletes the redirect. */
export interface RedirectUpsert extends RedirectOptions {
  readonly source: string;
  readonly destination: RedirectDestination | null;
}

/** The result of one entry of a bulk update. */
export type UpsertResult =
  | { readonly status: 'created' | 'updated'; readonly source: string; readonly id: string }
  | { readonly status: 'deleted'; readonly source: string }
  | { readonly status: 'error'; readonly source: string; readonly error: string };

const NOT_IN_SITE = 'is not a part of this site';

const columnsOf = (destination: RedirectDestination): SiteTarget => ({
  site_section_id: 'siteSectionId' in destination ? withLetter(destination.siteSectionId) : null,
  site_space_id: 'siteSpaceId' in destination ? destination.siteSpaceId : null,
  page_id: 'pageId' in destination ? destination.pageId : null,
  url: 'url' in destination ? destination.url : null,
});

const optionsOf = ({ captureWildcard, permanent }: RedirectOptions) => ({
  ...(captureWildcard !== undefined && { capture_wildcard: captureWildcard }),
  ...(permanent !== undefined && { permanent }),
});

/** A redirect and the part of the path that its wildcard stands for, if the target is to have it. */
export interface MatchedRedirect extends RedirectRow {
  readonly captured: string;
}

/** Service for redirects of sites. */
export const createRedirectsService = ({
  db,
  clock,
  newId,
  structures,
  shareLinks,
  siteTargets,
  ...kernel
}: Dependencies) => {
  const change = createSiteTransaction(kernel);
  const requireTargetInSite = async (caller: Caller, site: SiteSubject, target: SiteTarget) => {
    const view = await structures.view(caller.principal.userId, site);
    if (!(await siteTargets.findExisting(view, [target]))[0])
      throw invalid({ path: 'body.destination', message: NOT_IN_SITE });
  };
  const requireFreeSource = (taken: RedirectRow | undefined, id?: string) => {
    if (taken && taken.id !== id) throw conflict('The site already has a redirect with this source');
  };
  const newRow = (
    site: SiteSubject,
    source: string,
    target: SiteTarget,
    options: RedirectOptions,
  ): RedirectRow => ({
    organization_id: site.organization_id,
    id: newId(),
    site_id: site.id,
    source,
    created_at: clock.now(),
    updated_at: null,
    capture_wildcard: false,
    permanent: false,
    ...target,
    ...optionsOf(options),
  });
  const keyOf = (source: string) => source.toLowerCase();

  /** The redirects that match one of the paths, best first; takes one query. */
  const findMatching = async (site: SiteKey, paths: readonly string[]): Promise<MatchedRedirect[]> => {
    const found = await findRedirectsFrom(db, site, paths.flatMap(sourcesMatching));
    return paths.flatMap((path) =>
      sourcesMatching(path).flatMap((source) => {
        const row = found.get(keyOf(source));
        return row ? [{ ...row, captured: row.capture_wildcard ? capturedBy(row.source, path) : '' }] : [];
      }),
    );
  };

  /** Finds the redirect for a path and its target URL; undefined when there is none. */
  const find = async (view: SiteView, path: string, shareKey?: string) => {
    const [row] = await findMatching(view.site, [path]);
    const link = row && shareKey !== undefined ? await shareLinks.findByKey(view.site, shareKey) : undefined;
    const target = row && (await siteTargets.urlOf(view, row, link?.key));
    return row && target !== undefined ? { row, target: withSegments(target, row.captured) } : undefined;
  };

  return {
    list: (site: SiteSubject, search: string | undefined, page: PageRequest): Promise<Page<RedirectRow>> =>
      listRedirects(db, site, search, page),

    create: async (
      caller: Caller,
      site: SiteSubject,
      {
        source,
        destination,
        ...options
      }: RedirectOptions & { source: string; destination: RedirectDestination },
    ): Promise<RedirectRow> => {
      const target = columnsOf(destination);
      await requireTargetInSite(caller, site, target);
      return change(caller, site, async (tx, record) => {
        requireFreeSource((await findRedirectsFrom(tx, site, [source])).get(keyOf(source)));
        const row = newRow(site, source, target, options);
        await upsertRedirects(tx, [row]);
        await record('site.redirect-created', { redirect: row.id, source, destination });
        return row;
      });
    },

    update: async (
      caller: Caller,
      site: SiteSubject,
      id: string,
      {
        source,
        destination,
        ...options
      }: RedirectOptions & { source?: string; destination?: RedirectDestination },
    ): Promise<RedirectRow> => {
      const target = destination && columnsOf(destination);
      if (target) await requireTargetInSite(caller, site, target);
      return change(caller, site, async (tx, record) => {
        const before = await findRedirect(tx, site, id);
        if (!before) throw notFound('redirect');
        if (source !== undefined)
          requireFreeSource((await findRedirectsFrom(tx, site, [source])).get(keyOf(source)), id);
        const wanted = {
          ...before,
          ...target,
          ...optionsOf(options),
          ...(source !== undefined && { source }),
        };
        const isChanged = JSON.stringify(wanted) !== JSON.stringify(before);
        const after = isChanged ? { ...wanted, updated_at: clock.now() } : before;
        if (isChanged) {
          await upsertRedirects(tx, [after]);
          await record('site.redirect-updated', { redirect: id, from: before.source, source: after.source });
        }
        return after;
      });
    },

    remove: (caller: Caller, site: SiteSubject, id: string): Promise<void> =>
      change(caller, site, async (tx, record) => {
        const row = await findRedirect(tx, site, id);
        if (!row) return;
        await deleteRedirects(tx, site, [id]);
        await record('site.redirect-deleted', { redirect: id, source: row.source });
      }),

    /** Creates, updates and deletes many redirects; of several entries for one source the first is applied. */
    upsert: async (
      caller: Caller,
      site: SiteSubject,
      entries: readonly RedirectUpsert[],
    ): Promise<UpsertResult[]> => {
      const view = await structures.view(caller.principal.userId, site);
      const targets = entries.map(({ destination }) => destination && columnsOf(destination));
      const present = await siteTargets.findExisting(
        view,
        targets.filter((target) => target !== null),
      );
      let next = 0;
      const isPresent = targets.map((target) => target === null || present[next++]!);
      return change(caller, site, async (tx, record) => {
        const known = await findRedirectsFrom(
          tx,
          site,
          entries.map(({ source }) => source),
        );
        const seen = new Set<string>();
        const rows: RedirectRow[] = [];
        const removedIds: string[] = [];
        const results = entries.map(({ source, ...options }, index): UpsertResult => {
          const key = keyOf(source);
          if (seen.has(key)) return { status: 'error', source, error: 'This source occurs more than once' };
          seen.add(key);
          const [before, target] = [known.get(key), targets[index]!];
          if (!isPresent[index]) return { status: 'error', source, error: `The destination ${NOT_IN_SITE}` };
          if (target === null) {
            if (before) removedIds.push(before.id);
            return { status: 'deleted', source };
          }
          const row = before
            ? { ...before, ...target, ...optionsOf(options), source, updated_at: clock.now() }
            : newRow(site, source, target, options);
          rows.push(row);
          return { status: before ? 'updated' : 'created', source, id: row.id };
        });
        await upsertRedirects(tx, rows);
        if (removedIds.length > 0) await deleteRedirects(tx, site, removedIds);
        if (rows.length + removedIds.length > 0)
          await record('site.redirects-changed', { written: rows.length, deleted: removedIds.length });
        return results;
      });
    },

    findMatching,

    /** Finds the redirect for a source (case-insensitive) and its target URL, or answers 404. */
    resolve: async (
      view: SiteView,
      source: string,
      shareKey?: string,
    ): Promise<{ row: RedirectRow; target: string }> => {
      const found = await find(view, source, shareKey);
      if (!found) throw notFound('redirect');
      return found;
    },

    find,
  };
};

/** Service for redirects of sites. */
export type RedirectsService = ReturnType<typeof createRedirectsService>;
