import type { PageRecord } from '@lectern/document';
import { changedFields } from './changes.service.ts';

/** What a revision can do to a page. */
export const PAGE_CHANGES = ['created', 'renamed', 'moved', 'edited', 'deleted'] as const;

/** A page that a revision changed. */
export interface ChangedPage {
  readonly id: string;
  readonly title: string;
  readonly change: (typeof PAGE_CHANGES)[number];
  /** The former title of a renamed page, which may also have been edited. */
  readonly titleBefore?: string;
}

// The slug of a page follows its title.
const FIELDS_OF_NAME = ['title', 'slug'];

/** What happened to a page; undefined if it was only written again as it was. */
export const pageChange = (
  id: string,
  before: PageRecord | undefined,
  after: PageRecord | undefined,
): ChangedPage | undefined => {
  if (!before) return after && { id, title: after.title, change: 'created' };
  if (!after) return { id, title: before.title, change: 'deleted' };
  const { title } = after;
  const fields = Object.keys(changedFields(before, after));
  const isRenamed = before.title !== title;
  if (fields.length > 0) {
    const isOnlyRenamed = isRenamed && fields.every((name) => FIELDS_OF_NAME.includes(name));
    return {
      id,
      title,
      change: isOnlyRenamed ? 'renamed' : 'edited',
      ...(isRenamed && { titleBefore: before.title }),
    };
  }
  const isMoved = before.parent !== after.parent || before.position !== after.position;
  return isMoved ? { id, title, change: 'moved' } : undefined;
};
