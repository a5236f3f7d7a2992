import { isDeepStrictEqual } from 'node:util';
import { freeSlug, slugOf } from '@lectern/document';
import type { Caller } from '../../../kernel/auth/principal.ts';
import type { Database, DatabaseTransaction } from '../../../kernel/database/database.ts';
import { conflict, notFound } from '../../../kernel/errors/errors.ts';
import type { Kernel } from '../../../kernel/kernel.ts';
import type { ContentTreeService } from '../../access/index.ts';
import { type SpaceSubject, type SpacesService, spacePolicy } from '../../spaces/index.ts';
import type { ShareLinksService } from '../share-links/share-links.service.ts';
import { type DefaultPointers, lockSite, type SiteKey, type SiteSubject } from '../sites.store.ts';
import { planNodeMove, planVariantMove, positionAfter, type RelativePosition } from './placements.ts';
import {
  findSites,
  findStructure,
  type ItemKind,
  insertSiteSpaces,
  type SiteSpaceRow,
  updatePlacements,
  writeAddresses,
  writeSectionDefaults,
  writeSiteDefaults,
} from './structure.store.ts';
import { type Node, type Structure, siteSpacePath, structureOf } from './structure-tree.ts';

interface Dependencies extends Pick<Kernel, 'db' | 'transaction' | 'newId' | 'events'> {
  readonly tree: Pick<ContentTreeService, 'lock'>;
  readonly spaces: Pick<SpacesService, 'find' | 'findVisibleInOrganization' | 'recordVisibilityChanges'>;
  readonly shareLinks: Pick<ShareLinksService, 'findByKey'>;
}

/** A site with its structure, as a reader may see it. */
export interface SiteView {
  readonly site: SiteSubject;
  readonly structure: Structure;
  /** The spaces that the reader may view, by id. */
  readonly spaces: ReadonlyMap<string, SpaceSubject>;
  /** The key of the share link to include in URLs. */
  readonly shareKey?: string | undefined;
}

const MAX_PARTS = 1000;

/** Rejects structures beyond the maximum number of parts. */
export const requirePartLimit = ({ siteSpaces, nodes }: Structure, more: number): void => {
  if (siteSpaces.length + nodes.length + more > MAX_PARTS)
    throw conflict(`A site can have at most ${MAX_PARTS} spaces, sections and groups`);
};

/** The site space with an id, or 404 if the reader may not view its space. */
export const requireSiteSpace = ({ structure, spaces }: SiteView, id: string): SiteSpaceRow => {
  const row = structure.siteSpaces.find((siteSpace) => siteSpace.id === id);
  if (!row || !spaces.has(row.space_id)) throw notFound('site space');
  return row;
};

/** The section or group with an id, or 404. */
export const requireNode = <Kind extends Node['kind']>(
  { structure }: SiteView,
  kind: Kind,
  id: string,
): Extract<Node, { kind: Kind }> => {
  const node = structure.nodes.find((one) => one.kind === kind && one.row.id === id);
  if (!node) throw notFound(kind.replaceAll('-', ' '));
  return node as Extract<Node, { kind: Kind }>;
};

/** Service for the structure of sites; changes of a site are serialized by a lock. */
export const createStructureService = ({
  db,
  transaction,
  newId,
  events,
  tree,
  spaces,
  shareLinks,
}: Dependencies) => {
  const toView = async (
    readerId: string,
    site: SiteSubject,
    structure: Structure,
    executor: Database | DatabaseTransaction,
  ): Promise<SiteView> => {
    const ids = structure.siteSpaces.map((row) => row.space_id);
    const visible = await spaces.findVisibleInOrganization(readerId, site.organization_id, ids, executor);
    return { site, structure, spaces: new Map(visible.map((space) => [space.id, space])) };
  };

  const view = async (
    readerId: string,
    site: SiteSubject,
    executor: Database | DatabaseTransaction = db,
  ): Promise<SiteView> =>
    toView(readerId, site, structureOf(await findStructure(executor, site), site), executor);

  // Resolved defaults are stored, so that a default stays the default when other parts move in front of it.
  const saveDefaultsAndAddresses = async (
    tx: DatabaseTransaction,
    site: SiteKey,
    pointers: DefaultPointers,
    structure: Structure,
  ) => {
    const { defaultSection, defaultVariants, sections } = structure;
    const first = structure.variantsOf(null).find((row) => defaultVariants.has(row.id));
    if (
      (defaultSection ?? null) !== pointers.default_section_id ||
      (first?.id ?? null) !== pointers.default_site_space_id
    )
      await writeSiteDefaults(tx, site, {
        default_section_id: defaultSection ?? null,
        default_site_space_id: first?.id ?? null,
      });
    const sectionDefaults = new Map<string, string>();
    for (const section of sections) {
      const variant = structure.variantsOf(section.id).find((row) => defaultVariants.has(row.id));
      if (variant && variant.id !== section.default_site_space_id)
        sectionDefaults.set(section.id, variant.id);
    }
    await writeSectionDefaults(tx, site.organization_id, sectionDefaults);
    const found = structure.siteSpaces.map((row) => ({ ...row, found: siteSpacePath(structure, row) }));
    await writeAddresses(
      tx,
      site.organization_id,
      found
        .filter(({ address, found }) => !isDeepStrictEqual(address, found))
        .map(({ id, found: address }) => ({ id, address })),
    );
  };

  /** Locks the structure of a site until the end of the transaction and returns its current state. */
  const lock = async (tx: DatabaseTransaction, caller: Caller, site: SiteSubject): Promise<SiteView> => {
    const pointers = await lockSite(tx, site);
    if (!pointers) throw notFound('site');
    const structure = structureOf(await findStructure(tx, site), pointers);
    await saveDefaultsAndAddresses(tx, site, pointers, structure);
    return toView(caller.principal.userId, site, structure, tx);
  };

  const record = (tx: DatabaseTransaction, caller: Caller, action: string, site: SiteSubject, payload = {}) =>
    events.record(tx, caller, {
      organizationId: site.organization_id,
      action,
      target: { type: 'site', id: site.id, label: site.title },
      payload,
    });

  /** Locks a space that is to be added to a site; the caller has to administer it. */
  const lockSpaceToAdd = async (
    tx: DatabaseTransaction,
    caller: Caller,
    site: SiteKey,
    spaceId: string,
  ): Promise<SpaceSubject> => {
    const space = await spaces.find(caller.principal.userId, spaceId, tx);
    if (space?.organization_id !== site.organization_id || !spacePolicy.can.view(space))
      throw notFound('space');
    await tree.lock(tx, caller, space, 'admin');
    return space;
  };

  /** Runs a change and records which spaces became visible to others or stopped being so. */
  const trackVisibility = async <T>(
    tx: DatabaseTransaction,
    caller: Caller,
    site: SiteKey,
    work: () => Promise<T>,
    spaceId?: string,
  ): Promise<T> => {
    const { siteSpaces } = await findStructure(tx, site);
    const ids = [...siteSpaces.map((row) => row.space_id), ...(spaceId === undefined ? [] : [spaceId])];
    return spaces.recordVisibilityChanges(tx, caller, site.organization_id, ids, work);
  };

  return {
    /** The structure of a site as a user may see it. */
    view,

    trackVisibility,

    /** The structure of a site, with URLs that contain the key of a valid share link. */
    viewWith: async (caller: Caller, site: SiteSubject, shareKey: string | undefined): Promise<SiteView> => {
      const isAsked = shareKey !== undefined && site.visibility === 'share-link';
      const [visible, link] = await Promise.all([
        view(caller.principal.userId, site),
        isAsked ? shareLinks.findByKey(site, shareKey) : undefined,
      ]);
      return link ? { ...visible, shareKey: link.key } : visible;
    },

    record,

    lockSpaceToAdd,

    lock,

    /** Changes the structure of a site and returns the new state; a space to add is locked before the site. */
    change: (
      caller: Caller,
      site: SiteSubject,
      work: (tx: DatabaseTransaction, current: SiteView, space: SpaceSubject | undefined) => Promise<void>,
      spaceId?: string,
    ): Promise<SiteView> =>
      transaction(async (tx) => {
        // The space tree is locked before the site, in the same order as when a space is moved to the trash.
        const space = spaceId === undefined ? undefined : await lockSpaceToAdd(tx, caller, site, spaceId);
        const current = await lock(tx, caller, site);
        await trackVisibility(tx, caller, site, () => work(tx, current, space), spaceId);
        return lock(tx, caller, site);
      }),

    /** Stores the defaults and paths of all sites of an organization after spaces were removed or restored. */
    refreshDefaults: async (organizationId: string): Promise<void> => {
      for (const site of await findSites(db, organizationId))
        await transaction(async (tx) => {
          const pointers = await lockSite(tx, site);
          if (pointers)
            await saveDefaultsAndAddresses(
              tx,
              site,
              pointers,
              structureOf(await findStructure(tx, site), pointers),
            );
        });
    },

    /** Adds spaces at the end of a section, or of a site without sections. */
    addVariants: async (
      tx: DatabaseTransaction,
      site: SiteKey,
      structure: Structure,
      sectionId: string | null,
      added: readonly SpaceSubject[],
    ): Promise<SiteSpaceRow[]> => {
      requirePartLimit(structure, added.length);
      const shown = new Set(structure.siteSpaces.map((row) => row.space_id));
      const variants = structure.variantsOf(sectionId);
      // When a site gets its first section, trashed spaces move into it as well.
      const trashed = structure.trashed.filter(
        (row) => row.section_id === sectionId || row.section_id === null,
      );
      const taken = new Set([...variants, ...trashed].map((row) => row.path));
      const siblings = variants.map(({ id, position }) => ({ kind: 'site-space' as const, id, position }));
      const rows = added.map((space) => {
        if (shown.has(space.id)) throw conflict('The site already contains this space');
        shown.add(space.id);
        const path = freeSlug(slugOf(space.title), (slug) => taken.has(slug));
        taken.add(path);
        const id = newId();
        const position = positionAfter(siblings, newId);
        siblings.push({ kind: 'site-space', id, position });
        return {
          organization_id: site.organization_id,
          id,
          site_id: site.id,
          section_id: sectionId,
          space_id: space.id,
          position,
          path,
          address: null,
          condition: null,
        };
      });
      await insertSiteSpaces(tx, rows);
      return rows;
    },

    /** Moves a part of a structure; does nothing when it is already there. */
    move: async (
      tx: DatabaseTransaction,
      caller: Caller,
      current: SiteView,
      item: { readonly type: ItemKind; readonly id: string },
      position: RelativePosition | undefined,
    ): Promise<void> => {
      const placements =
        item.type === 'site-space'
          ? planVariantMove(current.structure, requireSiteSpace(current, item.id), position, newId)
          : planNodeMove(current.structure, requireNode(current, item.type, item.id), position, newId);
      if (placements.length === 0) return;
      await updatePlacements(tx, current.site.organization_id, placements);
      await record(tx, caller, 'site.structure-sorted', current.site, { item });
    },
  };
};

/** Service for the structure of sites. */
export type StructureService = ReturnType<typeof createStructureService>;
