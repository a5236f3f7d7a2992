import Type from 'typebox';
import {
  Id,
  MemberRoleOrGuest,
  OneOf,
  OptionalNullable,
  Timestamp,
  Url,
} from '../../../kernel/contract/common-schemas.ts';
import { Team } from '../../teams/index.ts';

/** The label of the provider's button on the sign-in page. */
export const Label = Type.String({ minLength: 1, maxLength: 30, pattern: '\\S' });

/** The team and role of new members. */
export const membershipDefaults = {
  defaultTeam: OptionalNullable(Id),
  defaultRole: Type.Optional(MemberRoleOrGuest),
};

/** Fields of all identity providers. */
export const provider = {
  id: Id,
  label: Type.String(),
  defaultTeam: Type.Optional(Team),
  defaultRole: MemberRoleOrGuest,
  createdAt: Timestamp,
  status: OneOf(['active', 'pending']),
  urls: Type.Object({ location: Url }),
};
