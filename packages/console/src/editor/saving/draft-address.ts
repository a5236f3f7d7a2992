import type { ContentPlace } from '../../pages/content-place.ts';

/** A page, or a reusable content, that is edited in a space or in a change request. */
export interface EditedPlace extends ContentPlace {
  /** The id of the page or of the reusable content. */
  readonly pageId: string;
  readonly isReusable?: boolean;
}

// Ids have letters and digits alone.
const REUSABLE = '~';

/** The address of the drafts of a page in this browser. */
export const draftAddress = ({
  spaceId,
  changeRequestId = '',
  pageId,
  isReusable = false,
}: EditedPlace): string => [spaceId, changeRequestId, `${isReusable ? REUSABLE : ''}${pageId}`].join('/');

/** The address of the drafts of a line of a page, such as its title; those of texts are in the same store. */
export const fieldAddress = (page: string, field: string): string => `field/${page}/${field}`;

/** The page of a draft by its key, which is an address with the id of a tab. */
export const draftedPage = (key: string): EditedPlace | undefined => {
  const parts = key.split('/');
  const [spaceId, changeRequestId, id, tab] = parts[0] === 'field' ? parts.slice(1) : parts;
  if (!spaceId || !id || tab === undefined) return undefined;
  const isReusable = id.startsWith(REUSABLE);
  return {
    spaceId,
    pageId: isReusable ? id.slice(REUSABLE.length) : id,
    ...(changeRequestId && { changeRequestId }),
    ...(isReusable && { isReusable }),
  };
};
