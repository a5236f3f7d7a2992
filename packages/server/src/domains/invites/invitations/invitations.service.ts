import type { Caller } from '../../../kernel/auth/principal.ts';
import { hashSecret } from '../../../kernel/auth/tokens.ts';
import type { DatabaseTransaction } from '../../../kernel/database/database.ts';
import { conflict, invalid, notFound } from '../../../kernel/errors/errors.ts';
import { randomText } from '../../../kernel/ids.ts';
import { jobName } from '../../../kernel/jobs/jobs.ts';
import type { Kernel } from '../../../kernel/kernel.ts';
import { findAccount } from '../../identity/index.ts';
import { invitationEmail } from './invitation-email.ts';
import { findInvitee, putInvitation } from './invitations.store.ts';

type Dependencies = Pick<
  Kernel,
  'db' | 'transaction' | 'clock' | 'newId' | 'events' | 'jobs' | 'links' | 'emails'
>;

/** A member to invite, and who invites them. */
interface Invited {
  readonly organizationId: string;
  readonly userId: string;
  readonly invitedBy: string;
}

/** The job that sends the link of an invitation. The link is created by the job, so that nobody else knows it. */
export const SEND_INVITATION = jobName<Invited>('invites.send-invitation');

/** How long an invitation is valid. */
export const INVITATION_MS = 14 * 24 * 60 * 60 * 1000;

/** The path of the page on which an invitation by e-mail address is accepted. */
export const INVITATION_PATH = '/invitation';

/** How an invitation reaches its recipient: by e-mail, or by a link for the administrator to pass on. */
export type Delivery =
  | { readonly mailed: true }
  | { readonly mailed: false; readonly url: string; readonly expiresAt: Date };

/** Service for the links of members who were invited by e-mail address. */
export const createInvitationsService = (deps: Dependencies) => {
  const { db, transaction, clock, newId, events, jobs, links, emails } = deps;

  const createLink = async (
    tx: DatabaseTransaction,
    { organizationId, userId, invitedBy }: Invited,
    mailed: boolean,
  ) => {
    const secret = `lci_${randomText(43)}`;
    const createdAt = clock.now();
    const expiresAt = new Date(createdAt.getTime() + INVITATION_MS);
    await putInvitation(tx, {
      organization_id: organizationId,
      user_id: userId,
      hash: hashSecret(secret),
      mailed,
      created_by: invitedBy,
      created_at: createdAt,
      expires_at: expiresAt,
    });
    return { url: links.fileUrl(`${INVITATION_PATH}?token=${secret}`), expiresAt };
  };

  /** Sends an invitation, or creates a link if this server does not send e-mail, or on request. */
  const deliver = async (
    tx: DatabaseTransaction,
    invited: Invited,
    wanted: 'email' | 'link' | undefined = emails ? 'email' : 'link',
  ): Promise<Delivery> => {
    if (wanted === 'link') return { mailed: false, ...(await createLink(tx, invited, false)) };
    await jobs.enqueue(tx, SEND_INVITATION, invited);
    return { mailed: true };
  };

  return {
    canSendEmail: emails !== undefined,

    deliver,

    /** Sends the invitation of a member again, or creates a new link. Earlier links end. */
    redeliver: (
      caller: Caller,
      organizationId: string,
      userId: string,
      wanted: 'email' | 'link' | undefined,
    ): Promise<Delivery> =>
      transaction(async (tx) => {
        const member = await findInvitee(tx, organizationId, userId);
        if (!member) throw notFound('member');
        if (wanted === 'email' && !emails)
          throw invalid({ path: 'body.delivery', message: 'this server does not send e-mail: use link' });
        const isHeldElsewhere =
          !member.email_verified && member.held_by !== null && member.held_by !== organizationId;
        // A mailed link verifies the address, so that its owner takes the account over.
        if (isHeldElsewhere && (wanted === 'link' || !emails))
          throw conflict(
            `Somebody uses this e-mail address in another organization, but has not proved that it is theirs. ${
              emails
                ? 'Send the invitation by e-mail'
                : 'The operator of the server can give the account to the owner of the address: npx lectern user sign-in'
            }`,
          );
        if (!isHeldElsewhere && (member.email_verified || member.held_by !== null))
          throw conflict('This member uses the account already: no invitation is needed');
        await events.record(tx, caller, {
          organizationId,
          action: 'member.invited-again',
          target: { type: 'member', id: userId, label: member.email },
        });
        return deliver(tx, { organizationId, userId, invitedBy: caller.principal.userId }, wanted);
      }),

    /** Sends the e-mail of an invitation, with a new link. */
    send: async (invited: Invited): Promise<void> => {
      const { organizationId, userId, invitedBy } = invited;
      const member = await findInvitee(db, organizationId, userId);
      // The member may have been removed meanwhile.
      if (!emails || !member) return;
      const inviter = await findAccount(db, invitedBy);
      const { url } = await transaction((tx) => createLink(tx, invited, true));
      const { status, detail } = await emails.send(
        invitationEmail({
          id: newId(),
          to: { name: member.display_name, address: member.email },
          inviter: inviter?.display_name,
          organization: member.organization,
          url,
          settingsUrl: links.fileUrl('/account'),
        }),
      );
      if (status === 'deferred') throw new Error(`The invitation was not sent: ${detail}`);
    },
  };
};

/** Service for the links of members who were invited by e-mail address. */
export type InvitationsService = ReturnType<typeof createInvitationsService>;
