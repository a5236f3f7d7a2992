import { policy } from '../../kernel/auth/policy.ts';
import type { Role } from '../../kernel/contract/common-schemas.ts';
import { atLeast } from '../organizations/index.ts';
import type { TeamRow } from './teams.store.ts';

/** A team with the roles of the caller. */
export interface TeamSubject extends TeamRow {
  readonly organizationRole: Role | null;
  readonly teamRole: 'owner' | 'member' | null;
}

/**
 * Members may view all teams, guests their own; owners manage the members of a team, administrators the team
 * itself.
 */
export const teamPolicy = policy<TeamSubject>()('team', {
  view: (team) => atLeast(team.organizationRole, 'read') || team.teamRole !== null,
  admin: (team) => team.organizationRole === 'admin' || team.teamRole === 'owner',
  rename: (team) => team.organizationRole === 'admin',
  delete: (team) => team.organizationRole === 'admin',
});
