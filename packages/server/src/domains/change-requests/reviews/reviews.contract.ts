import Type from 'typebox';
import {
  Empty,
  Id,
  List,
  OneOf,
  pagedQuery,
  Timestamp,
  Url,
} from '../../../kernel/contract/common-schemas.ts';
import { RichTextDocument } from '../../../kernel/contract/document-schemas.ts';
import { operation } from '../../../kernel/contract/operation.ts';
import { Body, Comment } from '../../comments/index.ts';
import { User } from '../../identity/index.ts';
import { onChangeRequest, SeenRevision, Subject } from '../change-requests.contract.ts';

const ReviewStatus = OneOf(['changes-requested', 'approved']);

/** A review of a change request. */
export const Review = Type.Object({
  object: Type.Literal('change-request-review'),
  id: Id,
  revision: Id,
  reviewer: User,
  requestedBy: Type.Optional(User),
  status: ReviewStatus,
  outdated: Type.Boolean(),
  comment: Type.Optional(Comment),
  createdAt: Timestamp,
  updatedAt: Timestamp,
  urls: Type.Object({ location: Url }),
});

/** A requested reviewer. */
export const RequestedReviewer = Type.Object({
  object: Type.Literal('change-request-requested-reviewer'),
  kind: Type.Literal('user'),
  user: User,
  revision: Id,
  requestedBy: User,
  createdAt: Timestamp,
});

const format = Type.Optional(OneOf(['document', 'markdown'], { default: 'markdown' }));

/** Operations on reviews and review requests. */
export const reviewsContract = {
  getReviewsByChangeRequestId: operation({
    method: 'GET',
    path: '/spaces/{spaceId}/change-requests/{changeRequestId}/reviews',
    summary: 'List the reviews of a change request, newest first',
    ...onChangeRequest('view'),
    query: pagedQuery({ format, outdated: Type.Optional(Type.Boolean()) }),
    responses: { 200: List(Review) },
  }),
  submitChangeRequestReview: operation({
    method: 'POST',
    path: '/spaces/{spaceId}/change-requests/{changeRequestId}/reviews',
    summary: 'Approve a change request, or request changes',
    ...onChangeRequest('review'),
    body: Type.Object({ status: ReviewStatus, comment: Type.Optional(Body), revision: SeenRevision }),
    responses: { 201: Review },
  }),
  getChangeRequestReviewById: operation({
    method: 'GET',
    path: '/spaces/{spaceId}/change-requests/{changeRequestId}/reviews/{reviewId}',
    summary: 'Get a review of a change request',
    ...onChangeRequest('view'),
    query: Type.Object({ format }),
    responses: { 200: Review },
  }),
  getRequestedReviewersByChangeRequestId: operation({
    method: 'GET',
    path: '/spaces/{spaceId}/change-requests/{changeRequestId}/requested-reviewers',
    summary: 'List the requested reviewers of a change request',
    ...onChangeRequest('view'),
    query: pagedQuery(),
    responses: { 200: List(RequestedReviewer) },
  }),
  requestReviewersForChangeRequest: operation({
    method: 'POST',
    path: '/spaces/{spaceId}/change-requests/{changeRequestId}/requested-reviewers',
    summary: 'Request reviews of a change request; a draft is opened',
    ...onChangeRequest('edit'),
    body: Type.Object({
      users: Type.Array(Id, { maxItems: 100 }),
      subject: Type.Optional(Subject),
      description: Type.Optional(RichTextDocument),
    }),
    responses: { 200: Type.Object({ users: Type.Array(RequestedReviewer) }) },
  }),
  removeRequestedReviewerFromChangeRequest: operation({
    method: 'DELETE',
    path: '/spaces/{spaceId}/change-requests/{changeRequestId}/requested-reviewers/{userId}',
    summary: 'Remove a requested reviewer',
    ...onChangeRequest('edit'),
    responses: { 204: Empty },
  }),
};
