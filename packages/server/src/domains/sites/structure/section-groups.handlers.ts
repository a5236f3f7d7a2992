import type { Handlers } from '../../../kernel/contract/operation.ts';
import { listOf } from '../../../kernel/contract/paging.ts';
import type { Links } from '../../../kernel/links.ts';
import type { sectionGroupsContract } from './section-groups.contract.ts';
import type { SectionGroupsService } from './section-groups.service.ts';
import { cursorOf, pageOf, presentSite } from './structure.handlers.ts';
import type { StructureService } from './structure.service.ts';

/** Maps operations to service calls and responses. */
export const sectionGroupsHandlers = (
  structures: StructureService,
  groups: SectionGroupsService,
  links: Links,
): Handlers<typeof sectionGroupsContract> => ({
  listSiteSectionGroups: async ({ caller, subject, page }) => {
    const view = await structures.view(caller.principal.userId, subject);
    const shown = presentSite(links, view);
    const nodes = view.structure.nodes.filter((node) => node.kind === 'site-section-group');
    return listOf(page, pageOf(page, nodes), cursorOf, shown.group);
  },
  addSectionGroupToSite: async ({ caller, subject, body }) => {
    const { id, view } = await groups.add(caller, subject, body);
    return presentSite(links, view).groupById(id);
  },
  updateSiteSectionGroupById: async ({ caller, subject, params, body }) => {
    const view = await groups.update(caller, subject, params.siteSectionGroupId, body);
    return presentSite(links, view).groupById(params.siteSectionGroupId);
  },
  deleteSiteSectionGroupById: async ({ caller, subject, params }) => {
    await groups.remove(caller, subject, params.siteSectionGroupId);
    return undefined;
  },
  moveSiteSectionGroup: async ({ caller, subject, params, body }) => {
    const item = { type: 'site-section-group' as const, id: params.siteSectionGroupId };
    const view = await structures.change(caller, subject, (tx, current) =>
      structures.move(tx, caller, current, item, body.position),
    );
    return presentSite(links, view).groupById(item.id);
  },
  addSectionToGroup: async ({ caller, subject, params, body }) => {
    const view = await groups.addSection(caller, subject, params.siteSectionGroupId, body.sectionId);
    return presentSite(links, view).groupById(params.siteSectionGroupId);
  },
  removeSectionFromGroup: async ({ caller, subject, params }) => {
    await groups.removeSection(caller, subject, params.siteSectionGroupId, params.siteSectionId);
    return undefined;
  },
});
