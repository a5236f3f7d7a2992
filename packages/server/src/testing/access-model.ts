import fc from 'fast-check';
import { ROLES, type Role } from '../kernel/contract/common-schemas.ts';

/** A member in the model; people and teams are numbers. */
export interface Member {
  readonly person: number;
  readonly role: Role | null;
  readonly disabled: boolean;
  readonly teams: readonly number[];
}
/** A space or collection in the model. */
export interface Content {
  readonly kind: 'collection' | 'space';
  readonly parent: Content | undefined;
  readonly level: Role | null | 'inherit';
  readonly maker: number;
  readonly users: ReadonlyMap<number, Role | null>;
  readonly teams: ReadonlyMap<number, Role | null>;
}
/** An organization as DESIGN section 5 sees it. */
export interface Organization {
  readonly members: readonly Member[];
  readonly contents: readonly Content[];
}

/** The number of people of a generated organization. */
export const PEOPLE = 6;
/** The number of its teams. */
export const TEAMS = 3;

// --- the model: the text of DESIGN section 5, one content at a time, from the nearest up --------------------------

/** The order of roles. */
export const rank = (role: Role | null) => (role === null ? 0 : ROLES.length - ROLES.indexOf(role));
const highest = (...roles: (Role | null)[]) => roles.reduce((a, b) => (rank(b) > rank(a) ? b : a));
const lowest = (...roles: (Role | null)[]) => roles.reduce((a, b) => (rank(b) < rank(a) ? b : a));

const grantOn = ({ person, teams }: Member, content: Content) => {
  if (content.users.has(person)) return { direct: true, role: content.users.get(person)! };
  const given = teams.filter((team) => content.teams.has(team)).map((team) => content.teams.get(team)!);
  return given.length > 0 ? { direct: false, role: highest(...given) } : undefined;
};

/** What a member would have if no level had a default. */
const byGrants = (member: Member, content: Content | undefined): Role | null => {
  if (!content) return member.role;
  const grant = grantOn(member, content);
  return grant ? grant.role : byGrants(member, content.parent);
};

/** The role of a member on a content, by the rules. */
export const effectiveRole = (member: Member, content: Content): Role | null => {
  if (member.role === 'admin') return 'admin';
  const grant = grantOn(member, content);
  if (grant?.direct) return grant.role;
  const made = content.maker === member.person;
  const role = (() => {
    if (grant) return grant.role;
    if (content.level === 'inherit')
      return content.parent ? effectiveRole(member, content.parent) : member.role;
    const had = byGrants(member, content.parent);
    // A guest has only what was granted: a default can lower that, never raise it.
    const level = member.role === null ? lowest(content.level, had) : content.level;
    return made ? highest(level, had) : level;
  })();
  return made ? highest(role, 'read') : role;
};

// --- generated organizations -----------------------------------------------------------------------------------------

const roleOrNull = fc.constantFrom<Role | null>(...ROLES, null);
const memberRole = fc.oneof(
  { weight: 1, arbitrary: fc.constant('admin' as const) },
  { weight: 3, arbitrary: fc.constant(null) },
  { weight: 6, arbitrary: fc.constantFrom<Role>(...ROLES.slice(1)) },
);
const level = fc.oneof(
  { weight: 3, arbitrary: fc.constant('inherit' as const) },
  { weight: 2, arbitrary: roleOrNull },
);
const grants = (count: number) =>
  fc
    .array(fc.tuple(fc.nat(count - 1), roleOrNull), { maxLength: 2 })
    .map((list) => new Map<number, Role | null>(list));

/** Generates organizations. */
export const organization: fc.Arbitrary<Organization> = fc
  .record({
    members: fc.array(
      fc.record({
        role: memberRole,
        disabled: fc.nat(7).map((n) => n === 0),
        teams: fc.uniqueArray(fc.nat(TEAMS - 1), { maxLength: TEAMS }),
      }),
      { minLength: PEOPLE, maxLength: PEOPLE },
    ),
    contents: fc.array(
      fc.record({
        kind: fc.constantFrom('collection' as const, 'collection' as const, 'space' as const),
        parent: fc.nat(),
        level,
        maker: fc.nat(PEOPLE - 1),
        users: grants(PEOPLE),
        teams: grants(TEAMS),
      }),
      { minLength: 1, maxLength: 9 },
    ),
  })
  .map(({ members, contents }) => {
    const made: Content[] = [];
    for (const { parent, ...content } of contents) {
      const places = [undefined, ...made.filter((other) => other.kind === 'collection')];
      made.push({ ...content, parent: places[parent % places.length] });
    }
    return { members: members.map((member, person) => ({ ...member, person })), contents: made };
  });

/** A content and the collections above it. */
export const pathOf = (content: Content): Content[] => [
  content,
  ...(content.parent ? pathOf(content.parent) : []),
];
