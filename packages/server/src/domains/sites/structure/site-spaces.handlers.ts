import type { Handlers } from '../../../kernel/contract/operation.ts';
import { listOf } from '../../../kernel/contract/paging.ts';
import { withLetter } from '../../../kernel/ids.ts';
import type { Links } from '../../../kernel/links.ts';
import type { siteSpacesContract } from './site-spaces.contract.ts';
import type { SiteSpacesService } from './site-spaces.service.ts';
import { cursorOf, pageOf, presentSite } from './structure.handlers.ts';
import type { StructureService } from './structure.service.ts';

const toPointer = (position: { readonly siteSpace: string } | undefined) =>
  position && { type: 'site-space' as const, id: position.siteSpace };

/** Maps operations to service calls and responses. */
export const siteSpacesHandlers = (
  structures: StructureService,
  siteSpaces: SiteSpacesService,
  links: Links,
): Handlers<typeof siteSpacesContract> => ({
  listSiteSpaces: async ({ caller, subject, query, page }) => {
    const view = await structures.viewWith(caller, subject, query.shareKey);
    const shown = presentSite(links, view);
    const isWanted = ({ row }: { row: { id: string } }) =>
      query.default === undefined || view.structure.defaultVariants.has(row.id) === query.default;
    return listOf(page, pageOf(page, shown.siteSpaces().filter(isWanted)), cursorOf, ({ row }) =>
      shown.siteSpace(row),
    );
  },
  addSpaceToSite: async ({ caller, subject, body }) => {
    const { id, view } = await siteSpaces.add(caller, subject, {
      ...body,
      ...(body.sectionId !== undefined && { sectionId: withLetter(body.sectionId) }),
    });
    return presentSite(links, view).siteSpaceById(id);
  },
  updateSiteSpaceById: async ({ caller, subject, params, body }) => {
    const view = await siteSpaces.update(caller, subject, params.siteSpaceId, body);
    return presentSite(links, view).siteSpaceById(params.siteSpaceId);
  },
  deleteSiteSpaceById: async ({ caller, subject, params }) => {
    await siteSpaces.remove(caller, subject, params.siteSpaceId);
    return undefined;
  },
  moveSiteSpace: async ({ caller, subject, params, body: { position } }) => {
    const item = { type: 'site-space' as const, id: params.siteSpaceId };
    const to = position && { before: toPointer(position.before), after: toPointer(position.after) };
    const view = await structures.change(caller, subject, (tx, current) =>
      structures.move(tx, caller, current, item, to),
    );
    return presentSite(links, view).siteSpaceById(item.id);
  },
});
