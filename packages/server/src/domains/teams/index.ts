import { domain } from '../../kernel/contract/domain.ts';
import type { Kernel } from '../../kernel/kernel.ts';
import type { OrganizationsService } from '../organizations/index.ts';
import { teamsContract } from './teams.contract.ts';
import { teamsHandlers } from './teams.handlers.ts';
import { createTeamsService } from './teams.service.ts';

export { summarizeOwnedTeams, transferOwnedTeams } from './owned-teams.store.ts';
export { Team } from './teams.contract.ts';
export { toTeam } from './teams.handlers.ts';
export type { TeamSubject } from './teams.policy.ts';
export type { TeamsService } from './teams.service.ts';
export { findTeams, type TeamKey, type TeamRow } from './teams.store.ts';

/** Teams and their members. */
export const createTeams = (kernel: Kernel, more: { organizations: OrganizationsService }) => {
  const service = createTeamsService({ ...kernel, ...more });
  return {
    service,
    domain: domain({
      name: 'teams',
      contract: teamsContract,
      handlers: teamsHandlers(service, kernel.links),
      subjects: {
        team: ({ userId }, params) => service.find(userId, params.organizationId!, params.teamId!),
      },
    }),
  };
};
