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

/** The role that each action on a space requires; a deleted space cannot be viewed. */
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

/** The role that each action on a collection requires. */
export const collectionActions = {
  view: (collection: RoleSubject) => collection.deleted_at === null && collection.role !== null,
  create: hasRole('create'),
  admin: hasRole('create'),
  viewInviteLinks: hasRole('create'),
};

/** Who may list the users with access: members with the role `comment`, and guests with the role `create`. */
const listAccess = (content: ContentSubject) =>
  atLeast(content.role, content.member_role === null ? 'create' : 'comment');

/** Who may do what with a space, by its row in the content tree. */
export const spaceAccessPolicy = policy<ContentSubject>()('space', { ...spaceActions, listAccess });

/** Who may do what with a collection, by its row in the content tree. */
export const collectionAccessPolicy = policy<ContentSubject>()('collection', {
  ...collectionActions,
  listAccess,
});
