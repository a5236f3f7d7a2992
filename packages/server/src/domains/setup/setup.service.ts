import { timingSafeEqual } from 'node:crypto';
import type { Caller } from '../../kernel/auth/principal.ts';
import { hashSecret } from '../../kernel/auth/tokens.ts';
import { claimOnce, FIRST_RUN, findInstanceValue } from '../../kernel/database/instance.ts';
import { ApiError, conflict } from '../../kernel/errors/errors.ts';
import { SYSTEM } from '../../kernel/events/events.ts';
import type { Kernel } from '../../kernel/kernel.ts';
import type { EnrollmentService, NewCredential } from '../credentials/index.ts';
import { type IdentityService, principalOf, recordServerAdministrator } from '../identity/index.ts';
import type { OrganizationsService } from '../organizations/index.ts';
import type { BrowserContext } from '../sessions/index.ts';
import type { SpacesService } from '../spaces/index.ts';
import { SETUP_PATH } from './setup.contract.ts';
import { hasAdministrator } from './setup.store.ts';

interface Dependencies
  extends Pick<Kernel, 'db' | 'transaction' | 'clock' | 'newId' | 'signing' | 'links' | 'warn'> {
  readonly identity: Pick<IdentityService, 'ensureVerified'>;
  readonly organizations: Pick<OrganizationsService, 'createInTransaction'>;
  readonly spaces: Pick<SpacesService, 'create'>;
  readonly enrollment: EnrollmentService;
}

/** The first administrator, their organization and its first space. */
export interface SetupInput extends NewCredential {
  readonly displayName: string;
  readonly email: string;
  readonly organization: string;
  readonly space: string;
}

const LINK = 'setup';

const INVALID = new ApiError(
  404,
  'This link is not valid. The server prints the right one in its log when it starts',
);

const CLOSED = conflict(
  'This server has been set up already: sign in, or ask its administrator for an invitation',
);

/** Service for the set-up of a new server. */
export const createSetupService = (deps: Dependencies) => {
  const { db, transaction, clock, newId, signing, links, warn } = deps;
  const { identity, organizations, spaces, enrollment } = deps;

  // Derived, so that every start and every process prints the same link. It is of no use once there is an administrator.
  const secret = () => `lcf_${signing.keyFor('link to set up the server').toString('base64url')}`;

  const isOpen = async (executor = db): Promise<boolean> =>
    (await findInstanceValue(executor, FIRST_RUN)) === undefined && !(await hasAdministrator(executor));

  const requireToken = (token: string): void => {
    if (!timingSafeEqual(hashSecret(token), hashSecret(secret()))) throw INVALID;
  };

  return {
    /** Whether the server waits for its first administrator. */
    isOpen: () => isOpen(),

    /** The link to the page; undefined once there is an administrator. */
    findLink: async (): Promise<string | undefined> =>
      (await isOpen()) ? links.fileUrl(`${SETUP_PATH}?token=${secret()}`) : undefined,

    /** Requires a valid link to a server without an administrator. */
    requireOpen: async (token: string): Promise<void> => {
      requireToken(token);
      if (!(await isOpen())) throw CLOSED;
    },

    passkeyOptions: async (
      token: string,
      { email, displayName }: Pick<SetupInput, 'email' | 'displayName'>,
    ): Promise<object> => {
      requireToken(token);
      return enrollment.passkeyOptions(LINK, { id: newId(), email, displayName });
    },

    /** Creates the administrator, the organization and the space; returns the session and the page to open. */
    complete: async (
      token: string,
      input: SetupInput,
      at: BrowserContext,
    ): Promise<{ readonly session: string; readonly target: string }> => {
      requireToken(token);
      const { email, displayName } = input;
      const prepared = await enrollment.prepare(LINK, { email, displayName }, input);
      const { caller, organization, session } = await transaction(async (tx) => {
        // Whoever comes second waits here until the first is done.
        const isFirst = await claimOnce(tx, FIRST_RUN, clock.now().toISOString());
        if (!isFirst || (await hasAdministrator(tx))) throw CLOSED;
        // The operator has the log, so the address counts as verified.
        const { user } = await identity.ensureVerified(tx, SYSTEM, {
          id: prepared.userId,
          email,
          displayName: displayName.trim(),
        });
        await recordServerAdministrator(tx, user.id);
        const by: Caller = { principal: principalOf(user), requestId: newId(), address: at.address };
        const created = await organizations.createInTransaction(tx, by, { title: input.organization.trim() });
        return { caller: by, organization: created, session: await prepared.store(tx, by, user, at) };
      });
      try {
        const space = await spaces.create(caller, organization.id, {
          title: input.space.trim(),
          editMode: 'live',
        });
        return { session, target: `/app/s/${space.id}` };
      } catch (err) {
        // The administrator is signed in and can create it in the console.
        warn({ err }, 'the first space could not be created');
        return { session, target: `/app/o/${organization.id}` };
      }
    },
  };
};

/** Service for the set-up of a new server. */
export type SetupService = ReturnType<typeof createSetupService>;
