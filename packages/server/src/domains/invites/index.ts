import { domain } from '../../kernel/contract/domain.ts';
import type { Kernel } from '../../kernel/kernel.ts';
import type { CollectionsService } from '../collections/index.ts';
import type { EnrollmentService } from '../credentials/index.ts';
import type { IdentityService } from '../identity/index.ts';
import type { OrganizationsService, SignInMethodsService } from '../organizations/index.ts';
import {
  BACK_TO_SIGN_IN,
  type PageScript,
  type PagesService,
  type SignInService,
} from '../sessions/index.ts';
import type { SpacesService } from '../spaces/index.ts';
import { acceptContract } from './accept/accept.contract.ts';
import { acceptHandlers } from './accept/accept.handlers.ts';
import { createAcceptService } from './accept/accept.service.ts';
import { createInvitationsService } from './invitations/invitations.service.ts';
import { invitesContract } from './invites.contract.ts';
import { invitesHandlers } from './invites.handlers.ts';
import { invitesJobs } from './invites.jobs.ts';
import { createInvitesService } from './invites.service.ts';
import { createJoiningService } from './joining.service.ts';

export { summarizeCreatedLinks } from './created-links.store.ts';

/** Invitations to organizations, by e-mail address or by link. */
export const createInvites = (
  kernel: Kernel,
  more: {
    identity: IdentityService;
    organizations: OrganizationsService;
    signInMethods: SignInMethodsService;
    collections: CollectionsService;
    spaces: SpacesService;
    enrollment: EnrollmentService;
    signIn: SignInService;
    pages: PagesService;
    /** The script for passkeys; undefined where browsers offer none for this server. */
    passkeyScript: () => PageScript | undefined;
  },
) => {
  const invitations = createInvitationsService(kernel);
  const invites = createInvitesService({ ...kernel, ...more, invitations });
  const joining = createJoiningService({ ...kernel, ...more, invites });
  const accept = createAcceptService({ ...kernel, ...more, joining });
  return {
    invitations,
    /** Whether a path is the page of a valid invite link. */
    isInvitePage: async (path: string): Promise<boolean> => {
      const [, organizationId, inviteId] = /^\/invites\/(\w+)\/(\w+)$/.exec(path) ?? [];
      if (organizationId === undefined || inviteId === undefined) return false;
      return joining.preview(organizationId, inviteId).then(
        () => true,
        () => false,
      );
    },
    domain: domain({
      name: 'invites',
      contract: { ...invitesContract, ...acceptContract },
      handlers: {
        ...invitesHandlers({ invites, invitations, joining }, kernel.links),
        ...acceptHandlers({ ...more, accept, joining }, kernel),
      },
      errorPage: more.pages.errorPage('Invitation', BACK_TO_SIGN_IN),
      jobs: invitesJobs(invitations),
    }),
  };
};
