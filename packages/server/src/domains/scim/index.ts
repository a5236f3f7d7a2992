import { domain } from '../../kernel/contract/domain.ts';
import type { Kernel } from '../../kernel/kernel.ts';
import type { IdentityService } from '../identity/index.ts';
import type { MembersService } from '../organizations/index.ts';
import type { ProvisioningService } from '../sso/index.ts';
import type { TeamsService } from '../teams/index.ts';
import { groupsContract } from './groups/groups.contract.ts';
import { groupsHandlers } from './groups/groups.handlers.ts';
import { createScimGroupsService } from './groups/groups.service.ts';
import { scimContract } from './scim.contract.ts';
import { scimHandlers } from './scim.handlers.ts';
import { tokensContract } from './tokens/tokens.contract.ts';
import { tokensHandlers } from './tokens/tokens.handlers.ts';
import { createScimTokensService } from './tokens/tokens.service.ts';
import { usersContract } from './users/users.contract.ts';
import { usersHandlers } from './users/users.handlers.ts';
import { createScimUsersService } from './users/users.service.ts';

export { summarizeCreatedScimTokens } from './tokens/created-tokens.store.ts';

/** SCIM 2.0: identity providers provision members and teams. */
export const createScim = (
  kernel: Kernel,
  more: {
    identity: IdentityService;
    members: MembersService;
    provisioning: ProvisioningService;
    teams: TeamsService;
  },
) => {
  const tokens = createScimTokensService(kernel);
  const users = createScimUsersService({ ...kernel, ...more });
  const groups = createScimGroupsService({ ...kernel, ...more });
  return {
    /** Finds the identity provider of a token by its hash. */
    findProvider: tokens.find,
    domain: domain({
      name: 'scim',
      contract: { ...tokensContract, ...scimContract, ...usersContract, ...groupsContract },
      handlers: {
        ...tokensHandlers(tokens, kernel.links),
        ...scimHandlers(kernel.links),
        ...usersHandlers(users, kernel.links),
        ...groupsHandlers(groups, kernel.links),
      },
    }),
  };
};
