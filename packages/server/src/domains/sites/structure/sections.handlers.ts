import type { Handlers } from '../../../kernel/contract/operation.ts';
import { listOf } from '../../../kernel/contract/paging.ts';
import { withLetter } from '../../../kernel/ids.ts';
import type { Links } from '../../../kernel/links.ts';
import type { sectionsContract } from './sections.contract.ts';
import type { SectionsService } from './sections.service.ts';
import { cursorOf, pageOf, presentSite } from './structure.handlers.ts';
import type { StructureService } from './structure.service.ts';

const toPointer = (position: { readonly siteSection: string } | undefined) =>
  position && { type: 'site-section' as const, id: withLetter(position.siteSection) };

/** Maps operations to service calls and responses. */
export const sectionsHandlers = (
  structures: StructureService,
  sections: SectionsService,
  links: Links,
): Handlers<typeof sectionsContract> => ({
  listSiteSections: async ({ caller, subject, query, page }) => {
    const view = await structures.viewWith(caller, subject, query.shareKey);
    const shown = presentSite(links, view);
    const rows = view.structure.nodes.filter((node) => node.kind === 'site-section');
    return listOf(page, pageOf(page, rows), cursorOf, ({ row }) => shown.section(row));
  },
  addSectionToSite: async ({ caller, subject, body }) => {
    const { id, view } = await sections.add(caller, subject, body);
    return presentSite(links, view).sectionById(id);
  },
  updateSiteSectionById: async ({ caller, subject, params, body }) => {
    const id = withLetter(params.siteSectionId);
    return presentSite(links, await sections.update(caller, subject, id, body)).sectionById(id);
  },
  deleteSiteSectionById: async ({ caller, subject, params }) => {
    await sections.remove(caller, subject, withLetter(params.siteSectionId));
    return undefined;
  },
  moveSiteSection: async ({ caller, subject, params, body: { position } }) => {
    const item = { type: 'site-section' as const, id: withLetter(params.siteSectionId) };
    const to = position && { before: toPointer(position.before), after: toPointer(position.after) };
    const view = await structures.change(caller, subject, (tx, current) =>
      structures.move(tx, caller, current, item, to),
    );
    return presentSite(links, view).sectionById(item.id);
  },
});
