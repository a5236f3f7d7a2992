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

/** What people are shown where they choose how to sign in. */
export const Label = Type.String({ minLength: 1, maxLength: 30, pattern: '\\S' });

/** What those who come from an identity provider become. */
export const membershipDefaults = {
  defaultTeam: OptionalNullable(Id),
  defaultRole: Type.Optional(MemberRoleOrGuest),
};

/** What every identity provider is described by. */
export const provider = {
  id: Id,
  label: Type.String(),
  defaultTeam: Type.Optional(Team),
  defaultRole: MemberRoleOrGuest,
  createdAt: Timestamp,
  status: OneOf(['active', 'pending']),
  urls: Type.Object({ location: Url }),
};
