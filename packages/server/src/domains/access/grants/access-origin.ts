import { ROLES, type Role } from '../../../kernel/contract/common-schemas.ts';

/** A space or collection in the chain from a content up to the organization, with its access rules. */
export interface ChainLink {
  readonly id: string;
  readonly kind: 'collection' | 'space';
  readonly inherits: boolean;
  readonly default_role: Role | null;
  readonly created_by: string | null;
}

/** A role of a team on a content. */
export interface TeamGrant {
  readonly role: Role | null;
  readonly team: { readonly id: string; readonly title: string };
}

/** The access rules that concern one member. */
export interface MemberRules {
  readonly userId: string;
  /** The role in the organization. */
  readonly role: Role | null;
  /** The grants to the member, by content. */
  readonly grants: ReadonlyMap<string, Role | null>;
  /** The highest grant to a team of the member, by content. */
  readonly teamGrants: ReadonlyMap<string, TeamGrant>;
}

/** The access rule that decides the role of a member on a content. */
export type AccessOrigin =
  | { readonly type: 'organization' }
  | { readonly type: 'grant' | 'default' | 'creator'; readonly content: ChainLink }
  | { readonly type: 'team'; readonly content: ChainLink; readonly team: TeamGrant['team'] };

interface Decision {
  readonly role: Role | null;
  readonly origin: AccessOrigin;
}

const rank = (role: Role | null) => (role === null ? 0 : ROLES.length - ROLES.indexOf(role));
const higher = (a: Decision, b: Decision) => (rank(b.role) > rank(a.role) ? b : a);
const lower = (a: Decision, b: Decision) => (rank(b.role) < rank(a.role) ? b : a);

/**
 * The role of a member on the first content of a chain, and the rule that decides it: the SQL function
 * `effective_role`, with the reason.
 */
export const decideAccess = (chain: readonly ChainLink[], member: MemberRules): Decision => {
  const organization: Decision = { role: member.role, origin: { type: 'organization' } };
  if (member.role === 'admin') return organization;
  let result = organization;
  let level: Decision | undefined;
  let isLevelOwn = false;
  let created: ChainLink | undefined;
  for (const content of chain) {
    const grant = member.grants.get(content.id);
    if (grant !== undefined) {
      result = { role: grant, origin: { type: 'grant', content } };
      break;
    }
    const isOwn = content.created_by === member.userId;
    if (isOwn && !level) created ??= content;
    const byTeam = member.teamGrants.get(content.id);
    if (byTeam) {
      result = { role: byTeam.role, origin: { type: 'team', content, team: byTeam.team } };
      break;
    }
    if (!content.inherits && !level) {
      level = { role: content.default_role, origin: { type: 'default', content } };
      isLevelOwn = isOwn;
      // Grants further up concern only guests, and the creator.
      if (member.role !== null && !isLevelOwn) break;
    }
  }
  if (level) {
    // A default gives a guest nothing, but limits a grant from further up.
    const limited = member.role === null ? lower(result, level) : level;
    result = isLevelOwn ? higher(limited, result) : limited;
  }
  return created && result.role === null
    ? { role: 'read', origin: { type: 'creator', content: created } }
    : result;
};
