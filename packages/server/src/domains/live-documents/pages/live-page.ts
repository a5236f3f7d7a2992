import type { Caller } from '../../../kernel/auth/principal.ts';
import { type ChangeRequestSubject, changeRequestPolicy } from '../../change-requests/index.ts';
import { type SpaceSubject, spacePolicy } from '../../spaces/index.ts';

/** A space or a change request, as somebody may use it at the moment. */
export interface Place {
  readonly caller: Caller;
  readonly space: SpaceSubject;
  readonly request?: ChangeRequestSubject | undefined;
}

/** A page at the head of a space or of a change request. */
export interface PageKey {
  readonly organizationId: string;
  readonly spaceId: string;
  /** Empty for a page of the space itself. */
  readonly changeRequestId: string;
  readonly pageId: string;
}

/** The page of a place. */
export const pageKeyOf = ({ space, request }: Place, pageId: string): PageKey => ({
  organizationId: space.organization_id,
  spaceId: space.id,
  changeRequestId: request?.id ?? '',
  pageId,
});

/** The name of the head of a place. */
export const headOf = ({ space, request }: Place): string => `${space.id}/${request?.id ?? ''}`;

/** The name of the head of a page. */
export const headOfPage = ({ spaceId, changeRequestId }: PageKey): string => `${spaceId}/${changeRequestId}`;

/** The newest revision of a place. */
export const revisionOf = ({ space, request }: Place): string => (request ?? space).revision_id;

/** The name of a page among all that are open. */
export const nameOf = ({ spaceId, changeRequestId, pageId }: PageKey): string =>
  `${spaceId}/${changeRequestId}/${pageId}`;

/** Whether the text of pages can be edited now. */
export const mayEdit = ({ space, request }: Place): boolean =>
  request
    ? changeRequestPolicy.can.edit(request) && (request.status === 'draft' || request.status === 'open')
    : spacePolicy.can.edit(space) && space.edit_mode === 'live';
