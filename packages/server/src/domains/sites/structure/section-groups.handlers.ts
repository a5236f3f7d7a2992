import type { Handlers } from '../../../kernel/contract/operation.ts';
import { listOf } from '../../../kernel/contract/paging.ts';
import { withLetter } from '../../../kernel/ids.ts';
import type { Links } from '../../../kernel/links.ts';
import type { sectionGroupsContract } from './section-groups.contract.ts';
import type { SectionGroupsService } from './section-groups.service.ts';
import { cursorOf, pageOf, presentSite, withCurrentIds } from './structure.handlers.ts';
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
    const { id, view } = await groups.add(caller, subject, {
      ...body,
      ...(body.sections && { sections: body.sections.map(withLetter) }),
      ...(body.parent !== undefined && { parent: withLetter(body.parent) }),
    });
    return presentSite(links, view).groupById(id);
  },
  updateSiteSectionGroupById: async ({ caller, subject, params, body }) => {
    const id = withLetter(params.siteSectionGroupId);
    return presentSite(links, await groups.update(caller, subject, id, body)).groupById(id);
  },
  deleteSiteSectionGroupById: async ({ caller, subject, params }) => {
    await groups.remove(caller, subject, withLetter(params.siteSectionGroupId));
    return undefined;
  },
  moveSiteSectionGroup: async ({ caller, subject, params, body }) => {
    const item = { type: 'site-section-group' as const, id: withLetter(params.siteSectionGroupId) };
    const view = await structures.change(caller, subject, (tx, current) =>
      structures.move(tx, caller, current, item, withCurrentIds(body.position)),
    );
    return presentSite(links, view).groupById(item.id);
  },
  addSectionToGroup: async ({ caller, subject, params, body }) => {
    const id = withLetter(params.siteSectionGroupId);
    const view = await groups.addSection(caller, subject, id, withLetter(body.sectionId));
    return presentSite(links, view).groupById(id);
  },
  removeSectionFromGroup: async ({ caller, subject, params }) => {
    const { siteSectionGroupId: group, siteSectionId: section } = params;
    await groups.removeSection(caller, subject, withLetter(group), withLetter(section));
    return undefined;
  },
});
