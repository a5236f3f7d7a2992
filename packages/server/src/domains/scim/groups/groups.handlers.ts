import type { Handlers } from '../../../kernel/contract/operation.ts';
import type { Links } from '../../../kernel/links.ts';
import { SCHEMAS, versionTag } from '../protocol/schemas.ts';
import { type AttributeSelection, isSelected, selectAttributes } from '../protocol/select-attributes.ts';
import { metaOf, toListResponse } from '../scim.handlers.ts';
import { groupAttributes } from './group-attributes.ts';
import type { groupsContract } from './groups.contract.ts';
import type { Group, ScimGroupsService } from './groups.service.ts';

/** Maps operations to service calls and responses. */
export const groupsHandlers = (groups: ScimGroupsService, links: Links): Handlers<typeof groupsContract> => {
  const toGroup = ({ row, members }: Group, selection: AttributeSelection) =>
    selectAttributes(
      {
        schemas: [SCHEMAS.group] as string[],
        id: row.team_id,
        ...groupAttributes(row, members),
        meta: metaOf(links, `/Groups/${row.team_id}`, {
          ...row,
          version: versionTag(row.version),
          resourceType: 'Group',
        }),
      },
      selection,
    );
  return {
    listSCIMGroups: async ({ provider, query }) => {
      const {
        groups: found,
        total,
        startIndex,
      } = await groups.list(provider, query, isSelected(query, 'members'));
      return toListResponse(
        found.map((group) => toGroup(group, query)),
        total,
        startIndex,
      );
    },
    createSCIMGroup: async ({ caller, provider, query, body }) =>
      toGroup(await groups.create(caller, provider, body), query),
    getSCIMGroup: async ({ provider, params, query }) =>
      toGroup(await groups.get(provider, params.scimGroupId, isSelected(query, 'members')), query),
    replaceSCIMGroup: async ({ caller, provider, params, query, body, ifMatch }) =>
      toGroup(await groups.replace(caller, provider, params.scimGroupId, body, ifMatch), query),
    patchSCIMGroup: async ({ caller, provider, params, query, body, ifMatch }) =>
      toGroup(await groups.patch(caller, provider, params.scimGroupId, body.Operations, ifMatch), query),
    deleteSCIMGroup: async ({ caller, provider, params, ifMatch }) => {
      await groups.remove(caller, provider, params.scimGroupId, ifMatch);
      return undefined;
    },
  };
};
