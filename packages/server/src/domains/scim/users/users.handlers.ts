import type { Handlers } from '../../../kernel/contract/operation.ts';
import type { Links } from '../../../kernel/links.ts';
import { SCHEMAS, versionTag } from '../protocol/schemas.ts';
import { type AttributeSelection, selectAttributes } from '../protocol/select-attributes.ts';
import { metaOf, toListResponse } from '../scim.handlers.ts';
import { userAttributes } from './user-attributes.ts';
import type { usersContract } from './users.contract.ts';
import type { ScimUsersService } from './users.service.ts';
import type { ScimUserRow } from './users.store.ts';

/** Maps operations to service calls and responses. */
export const usersHandlers = (users: ScimUsersService, links: Links): Handlers<typeof usersContract> => {
  const toUser = (row: ScimUserRow, selection: AttributeSelection) =>
    selectAttributes(
      {
        schemas: [SCHEMAS.user] as string[],
        id: row.user_id,
        ...userAttributes(row),
        meta: metaOf(links, `/Users/${row.user_id}`, {
          ...row,
          version: versionTag(row.version),
          resourceType: 'User',
        }),
      },
      selection,
    );
  return {
    listSCIMUsers: async ({ provider, query }) => {
      const { rows, total, startIndex } = await users.list(provider, query);
      return toListResponse(
        rows.map((row) => toUser(row, query)),
        total,
        startIndex,
      );
    },
    createSCIMUser: async ({ caller, provider, query, body }) =>
      toUser(await users.create(caller, provider, body), query),
    getSCIMUser: async ({ provider, params, query }) =>
      toUser(await users.get(provider, params.scimUserId), query),
    replaceSCIMUser: async ({ caller, provider, params, query, body, ifMatch }) =>
      toUser(await users.replace(caller, provider, params.scimUserId, body, ifMatch), query),
    patchSCIMUser: async ({ caller, provider, params, query, body, ifMatch }) =>
      toUser(await users.patch(caller, provider, params.scimUserId, body.Operations, ifMatch), query),
    deleteSCIMUser: async ({ caller, provider, params, ifMatch }) => {
      await users.remove(caller, provider, params.scimUserId, ifMatch);
      return undefined;
    },
  };
};
