import type { PageNode } from '../spaces/tree/page-node.ts';
import type { ContentPlace } from './content-place.ts';

/** The path of the console. */
export const APP = '/app';

/** The path of a page of a space or a change request within the console. */
export const pagePath = ({ spaceId, changeRequestId }: ContentPlace, path: string): string =>
  changeRequestId === undefined
    ? `/s/${spaceId}/${path}`
    : `/s/${spaceId}/~/changes/${changeRequestId}/${path}`;

/** The address of a page of a space or a change request, without the host. */
export const pageAddress = (place: ContentPlace, { path = '' }: PageNode): string =>
  `${APP}${pagePath(place, path)}`;
