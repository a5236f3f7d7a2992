import { domain } from '../../kernel/contract/domain.ts';
import type { Kernel } from '../../kernel/kernel.ts';
import { createApiTokensService } from './api-tokens.service.ts';
import { identityContract } from './identity.contract.ts';
import { identityHandlers } from './identity.handlers.ts';
import { createIdentityService } from './identity.service.ts';
import { administersServer } from './server-administrator.ts';
import { createSsoMembershipChangesService } from './sso-membership-changes.service.ts';

export { type identityContract, User } from './identity.contract.ts';
export { toUser, toUserFor } from './identity.handlers.ts';
export { type IdentityService, principalOf } from './identity.service.ts';
export {
  type FoundUser,
  findAccount,
  findVerifiedEmail,
  holdAccount,
  type UserRow,
  userColumns,
  userOf,
} from './identity.store.ts';
export {
  administersServer,
  FIRST_ADMIN,
  findServerAdministrator,
  isServerAdministrator,
  recordServerAdministrator,
} from './server-administrator.ts';
export { serviceAccountEmail } from './service-account-email.ts';
export type { SsoMembershipChangesService } from './sso-membership-changes.service.ts';

/** Users and API tokens. */
export const createIdentity = (
  kernel: Kernel,
  more: { scopes: () => readonly string[]; version: { version: string; build: string } },
) => {
  const ssoMembershipChanges = createSsoMembershipChangesService(kernel);
  const tokens = createApiTokensService({ ...kernel, scopes: more.scopes });
  const service = createIdentityService({ ...kernel, ssoMembershipChanges, tokens });
  return {
    service,
    ssoMembershipChanges,
    domain: domain({
      name: 'identity',
      contract: identityContract,
      handlers: identityHandlers(service, kernel.links, {
        ...more,
        administersServer: (userId) => administersServer(kernel.db, userId),
      }),
      subjects: { user: ({ userId }, params) => service.find(params.userId!, userId) },
    }),
  };
};
