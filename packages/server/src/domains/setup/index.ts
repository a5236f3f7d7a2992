import { domain } from '../../kernel/contract/domain.ts';
import type { Kernel } from '../../kernel/kernel.ts';
import type { EnrollmentService } from '../credentials/index.ts';
import type { IdentityService } from '../identity/index.ts';
import type { OrganizationsService } from '../organizations/index.ts';
import {
  BACK_TO_SIGN_IN,
  type PageScript,
  type PagesService,
  type SignInService,
} from '../sessions/index.ts';
import type { SpacesService } from '../spaces/index.ts';
import { setupContract } from './setup.contract.ts';
import { setupHandlers } from './setup.handlers.ts';
import { createSetupService } from './setup.service.ts';

/** The set-up of a new server in the browser. */
export const createSetup = (
  kernel: Kernel,
  more: {
    identity: IdentityService;
    organizations: OrganizationsService;
    spaces: SpacesService;
    enrollment: EnrollmentService;
    signIn: SignInService;
    pages: PagesService;
    /** The script for passkeys; undefined where browsers offer none for this server. */
    passkeyScript: () => PageScript | undefined;
  },
) => {
  const service = createSetupService({ ...kernel, ...more });
  return {
    service,
    domain: domain({
      name: 'setup',
      contract: setupContract,
      handlers: setupHandlers({ ...more, setup: service }, kernel.links),
      errorPage: more.pages.errorPage('Set up Lectern', BACK_TO_SIGN_IN),
    }),
  };
};
