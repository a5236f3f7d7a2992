import type { Caller } from '../../kernel/auth/principal.ts';
import type { Database } from '../../kernel/database/database.ts';
import type { TitleSummary } from '../../kernel/database/title-summary.ts';
import { invalid, notFound } from '../../kernel/errors/errors.ts';
import type { Kernel } from '../../kernel/kernel.ts';
import { summarizeOwnedContents, transferOwnedContents } from '../access/index.ts';
import {
  summarizeAwaitedReviews,
  summarizeOwnedRequests,
  transferAwaitedReviews,
  transferOwnedRequests,
} from '../change-requests/index.ts';
import { summarizeOwnedConnections, transferOwnedConnections } from '../git/index.ts';
import { summarizeCreatedLinks } from '../invites/index.ts';
import { findMembers, lockMember } from '../organizations/index.ts';
import { summarizeCreatedScimTokens } from '../scim/index.ts';
import { summarizeCreatedShareLinks } from '../sites/index.ts';
import { summarizeOwnedTeams, transferOwnedTeams } from '../teams/index.ts';
import { summarizeCreatedWebhooks } from '../webhooks/index.ts';

type Dependencies = Pick<Kernel, 'db' | 'transaction' | 'clock' | 'events'>;

/** What belongs to a member, by kind. */
export interface Ownership {
  readonly contents: TitleSummary;
  readonly teams: TitleSummary;
  readonly changeRequests: TitleSummary;
  readonly reviews: TitleSummary;
  readonly gitConnections: TitleSummary;
}

/** Links and secrets that a member created and may know, by kind. */
export interface CreatedSecrets {
  readonly inviteLinks: TitleSummary;
  readonly shareLinks: TitleSummary;
  readonly webhooks: TitleSummary;
  readonly scimTokens: TitleSummary;
}

/** The number of things by kind. */
export type Counts = Readonly<Record<keyof Ownership, number>>;

const ownershipOf = async (db: Database, organizationId: string, userId: string): Promise<Ownership> => ({
  contents: await summarizeOwnedContents(db, organizationId, userId),
  teams: await summarizeOwnedTeams(db, organizationId, userId),
  changeRequests: await summarizeOwnedRequests(db, organizationId, userId),
  reviews: await summarizeAwaitedReviews(db, organizationId, userId),
  gitConnections: await summarizeOwnedConnections(db, organizationId, userId),
});

const secretsOf = async (db: Database, organizationId: string, userId: string): Promise<CreatedSecrets> => ({
  inviteLinks: await summarizeCreatedLinks(db, organizationId, userId),
  shareLinks: await summarizeCreatedShareLinks(db, organizationId, userId),
  webhooks: await summarizeCreatedWebhooks(db, organizationId, userId),
  scimTokens: await summarizeCreatedScimTokens(db, organizationId, userId),
});

const countsOf = <Value>(values: Readonly<Record<keyof Ownership, Value>>, count: (value: Value) => number) =>
  Object.fromEntries(Object.entries(values).map(([kind, value]) => [kind, count(value)])) as Counts;

/** What belongs to a member, and its transfer to another one. */
export const createOwnershipService = ({ db, transaction, clock, events }: Dependencies) => ({
  get: async (organizationId: string, userId: string): Promise<Ownership & { created: CreatedSecrets }> => {
    if ((await findMembers(db, organizationId, [userId])).length === 0) throw notFound('member');
    return {
      ...(await ownershipOf(db, organizationId, userId)),
      created: await secretsOf(db, organizationId, userId),
    };
  },

  transfer: (
    caller: Caller,
    organizationId: string,
    userId: string,
    to: string,
  ): Promise<{ transferred: Counts; remaining: Counts }> =>
    transaction(async (tx) => {
      const [member] = await findMembers(tx, organizationId, [userId]);
      if (!member) throw notFound('member');
      if (to === userId) throw invalid({ path: 'body.to', message: 'is the present owner' });
      // Sorted to prevent deadlocks.
      for (const id of [userId, to].sort()) {
        const locked = await lockMember(tx, organizationId, id);
        if (!locked && id === userId) throw notFound('member');
        if (!locked || (id === to && locked.disabled))
          throw invalid({
            path: 'body.to',
            message: locked ? 'is a disabled member' : 'is not a member of the organization',
          });
      }
      const at = clock.now();
      // Contents come first: the roles on them decide about the rest.
      const contents = await transferOwnedContents(tx, organizationId, userId, to, at);
      const moved = {
        contents: [...contents.keys()],
        teams: await transferOwnedTeams(tx, organizationId, userId, to, at),
        changeRequests: await transferOwnedRequests(tx, organizationId, userId, to),
        reviews: await transferAwaitedReviews(tx, organizationId, userId, to),
        gitConnections: await transferOwnedConnections(tx, organizationId, userId, to),
      };
      if (Object.values(moved).some(({ length }) => length > 0))
        await events.record(tx, caller, {
          organizationId,
          action: 'member.ownership-transferred',
          target: { type: 'member', id: userId, label: member.display_name },
          payload: { to, ...moved },
        });
      return {
        transferred: countsOf(moved, ({ length }) => length),
        remaining: countsOf(await ownershipOf(tx, organizationId, userId), ({ count }) => count),
      };
    }),
});

/** What belongs to a member, and its transfer to another one. */
export type OwnershipService = ReturnType<typeof createOwnershipService>;
