import { policy } from '../../kernel/auth/policy.ts';
import type { Role } from '../../kernel/contract/common-schemas.ts';
import { atLeast } from '../organizations/index.ts';

/** A collection or space in the tree, with the caller's effective role on it. */
export interface ContentSubject {
  readonly organization_id: string;
  readonly id: string;
  readonly kind: 'collection' | 'space';
  readonly parent_id: string | null;
  readonly ancestors: string[];
  readonly position: string;
  readonly inherits: boolean;
  readonly default_role: Role | null;
  readonly created_by: string | null;
  readonly created_at: Date;
  readonly updated_at: Date;
  readonly deleted_at: Date | null;
  readonly role: Role | null;
  /** The reader's role in the organization. */
  readonly member_role: Role | null;
}

type RoleSubject = Pick<ContentSubject, 'role' | 'deleted_at'>;

const hasRole = (needed: Role) => (content: RoleSubject) => atLeast(content.role, needed);

/** What each role may do with a space; a deleted one is there for nobody. */
export const spaceActions = {
  view: (space: RoleSubject) => space.deleted_at === null && space.role !== null,
  access: hasRole('read'),
  comment: hasRole('comment'),
  edit: hasRole('edit'),
  review: hasRole('review'),
  merge: hasRole('review'),
  admin: hasRole('create'),
  viewInviteLinks: hasRole('create'),
  triggerGitSync: hasRole('create'),
  installIntegration: hasRole('create'),
};

/** What each role may do with a collection. */
export const collectionActions = {
  view: (collection: RoleSubject) => collection.deleted_at === null && collection.role !== null,
  create: hasRole('create'),
  admin: hasRole('create'),
  viewInviteLinks: hasRole('create'),
};

/** Who may see who has access: members who work with others on the content, and whoever manages it; no other guests. */
const listAccess = (content: ContentSubject) =>
  atLeast(content.role, content.member_role === null ? 'create' : 'comment');

/** The policy of spaces where only their place and access matter. */
export const spaceAccessPolicy = policy<ContentSubject>()('space', { ...spaceActions, listAccess });

/** The policy of collections where only their place and access matter. */
export const collectionAccessPolicy = policy<ContentSubject>()('collection', {
  ...collectionActions,
  listAccess,
});
