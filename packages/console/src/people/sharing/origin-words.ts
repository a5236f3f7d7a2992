import type { ItemOf } from '../../api/operations.ts';
import { roleName } from '../roles.ts';

/** A person with access to a content, and why. */
export type Access = ItemOf<'/spaces/{spaceId}/permissions/aggregate'>;

/** The reason for the role of a person, in words. */
export const originInWords = (
  { permission, origin }: Access,
  contentId: string,
  titleOf: (contentId: string) => string | undefined,
): string => {
  const at = origin.content?.id;
  const where =
    at === undefined || at === contentId
      ? ''
      : ` on ${titleOf(at) ? `“${titleOf(at)}”` : 'a collection above'}`;
  switch (origin.type) {
    case 'organization':
      return permission === 'admin'
        ? 'Administrator of the organization'
        : `${roleName(permission)} in the organization`;
    case 'grant':
      return where === '' ? 'Shared with them' : `Shared with them${where}`;
    case 'team':
      return `By the team ${origin.team?.title ? `“${origin.team.title}”` : 'they are in'}${where}`;
    case 'default':
      return where === '' ? 'As everybody in the organization' : `As everybody${where}`;
    case 'creator':
      return `Created it`;
  }
};
