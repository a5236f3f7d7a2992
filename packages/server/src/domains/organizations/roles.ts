import { ROLES, type Role } from '../../kernel/contract/common-schemas.ts';

/** Whether a role is at least as high as another one; the role of guests (null) is the lowest. */
export const atLeast = (role: Role | null, needed: Role): boolean =>
  role !== null && ROLES.indexOf(role) <= ROLES.indexOf(needed);

const CREATE_SCOPES = ['openapi:write', 'conversations:ingest'];
const READ_SCOPES = ['openapi:read', 'site:metadata:read'];

/** The role of an installed integration in an organization: the lowest that its scopes require. */
export const serviceAccountRole = (scopes: readonly string[]): Role | null => {
  if (scopes.some((scope) => CREATE_SCOPES.includes(scope))) return 'create';
  return scopes.some((scope) => READ_SCOPES.includes(scope)) ? 'read' : null;
};
