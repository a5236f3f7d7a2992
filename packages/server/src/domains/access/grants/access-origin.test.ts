import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Content, effectiveRole, organization, pathOf, rank } from '../../../testing/access-model.ts';
import { type ChainLink, decideAccess } from './access-origin.ts';

test('the effective role with its reason matches the rules, for every member and content', () => {
  fc.assert(
    fc.property(organization, ({ members, contents }) => {
      const idOf = (content: Content) => String(contents.indexOf(content));
      const linkOf = (content: Content): ChainLink => ({
        id: idOf(content),
        kind: content.kind,
        inherits: content.level === 'inherit',
        default_role: content.level === 'inherit' ? null : content.level,
        created_by: String(content.maker),
      });
      for (const content of contents)
        for (const member of members) {
          const chain = pathOf(content);
          const given = chain.filter(({ users }) => users.has(member.person));
          const inTeams = chain.flatMap((each) =>
            member.teams
              .filter((team) => each.teams.has(team))
              .sort((a, b) => rank(each.teams.get(a)!) - rank(each.teams.get(b)!))
              .map((team) => ({ id: idOf(each), role: each.teams.get(team)!, team: String(team) })),
          );
          const { role, origin } = decideAccess(chain.map(linkOf), {
            userId: String(member.person),
            role: member.role,
            grants: new Map(given.map((each) => [idOf(each), each.users.get(member.person)!])),
            teamGrants: new Map(
              inTeams.map(({ id, role: granted, team }) => [
                id,
                { role: granted, team: { id: team, title: team } },
              ]),
            ),
          });
          expect(role).toBe(effectiveRole(member, content));
          // The reason alone gives the role.
          const at = 'content' in origin ? contents[Number(origin.content.id)] : undefined;
          const named = {
            organization: member.role,
            grant: at?.users.get(member.person),
            team: 'team' in origin ? at?.teams.get(Number(origin.team.id)) : undefined,
            default: at?.level,
            creator: 'read',
          }[origin.type];
          expect(named).toBe(role);
        }
    }),
    { numRuns: 400 },
  );
});
