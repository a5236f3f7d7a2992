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
import { onChangeRequest, Subject } from '../change-requests.contract.ts';

const ReviewStatus = OneOf(['changes-requested', 'approved']);

/** What somebody thinks of a change request. */
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

/** Somebody who was asked for a review. */
export const RequestedReviewer = Type.Object({
  object: Type.Literal('change-request-requested-reviewer'),
  kind: Type.Literal('user'),
  user: User,
  revision: Id,
  requestedBy: User,
  createdAt: Timestamp,
});

const format = Type.Optional(OneOf(['document', 'markdown'], { default: 'markdown' }));

/** Reviews of change requests, and asking for them. */
export const reviewsContract = {
  getReviewsByChangeRequestId: operation({
    method: 'GET',
    path: '/spaces/{spaceId}/change-requests/{changeRequestId}/reviews',
    summary: 'The reviews of a change request, newest first',
    ...onChangeRequest('view'),
    query: pagedQuery({ format, outdated: Type.Optional(Type.Boolean()) }),
    responses: { 200: List(Review) },
  }),
  submitChangeRequestReview: operation({
    method: 'POST',
    path: '/spaces/{spaceId}/change-requests/{changeRequestId}/reviews',
    summary: 'Approve a change request, or ask for changes',
    ...onChangeRequest('review'),
    body: Type.Object({ status: ReviewStatus, comment: Type.Optional(Body) }),
    responses: { 201: Review },
  }),
  getChangeRequestReviewById: operation({
    method: 'GET',
    path: '/spaces/{spaceId}/change-requests/{changeRequestId}/reviews/{reviewId}',
    summary: 'A review of a change request',
    ...onChangeRequest('view'),
    query: Type.Object({ format }),
    responses: { 200: Review },
  }),
  getRequestedReviewersByChangeRequestId: operation({
    method: 'GET',
    path: '/spaces/{spaceId}/change-requests/{changeRequestId}/requested-reviewers',
    summary: 'Who was asked to review a change request',
    ...onChangeRequest('view'),
    query: pagedQuery(),
    responses: { 200: List(RequestedReviewer) },
  }),
  requestReviewersForChangeRequest: operation({
    method: 'POST',
    path: '/spaces/{spaceId}/change-requests/{changeRequestId}/requested-reviewers',
    summary: 'Ask people to review a change request; a draft becomes open',
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
    summary: 'Ask somebody for a review no longer',
    ...onChangeRequest('edit'),
    responses: { 204: Empty },
  }),
};
