import { domain } from '../../kernel/contract/domain.ts';
import type { Kernel } from '../../kernel/kernel.ts';
import type { RevisionsService } from '../revisions/index.ts';
import type { SpacesService } from '../spaces/index.ts';
import { createCommentBodiesService } from './comment-bodies.service.ts';
import { createCommentTargetsService } from './comment-targets.service.ts';
import { commentsContract } from './comments.contract.ts';
import { commentsHandlers } from './comments.handlers.ts';
import { createCommentsService } from './comments.service.ts';
import { repliesContract } from './replies/replies.contract.ts';
import { repliesHandlers } from './replies/replies.handlers.ts';
import { createRepliesService } from './replies/replies.service.ts';

export { Body, Comment } from './comments.contract.ts';
export { toComment } from './comments.handlers.ts';
export type { CommentedChangeRequest } from './comments.policy.ts';
export type { CommentDetails, CommentsService } from './comments.service.ts';

/** Comments on spaces and change requests, with replies and reactions. */
export const createComments = (
  kernel: Kernel,
  more: { revisions: RevisionsService; spaces: SpacesService } & Pick<
    Parameters<typeof createCommentsService>[0],
    'changeRequestOf'
  >,
) => {
  const bodies = createCommentBodiesService(kernel);
  const targets = createCommentTargetsService(more);
  const service = createCommentsService({ ...kernel, ...more, bodies, targets });
  const replies = createRepliesService({ ...kernel, bodies, comments: service });
  return {
    service,
    domain: domain({
      name: 'comments',
      contract: { ...commentsContract, ...repliesContract },
      handlers: {
        ...commentsHandlers(service, kernel.links),
        ...repliesHandlers(replies, kernel.links),
      },
      subjects: {
        discussion: ({ userId }, params) =>
          service.discussion(userId, params.spaceId!, params.changeRequestId),
        comment: ({ userId }, params) =>
          service.find(userId, params.spaceId!, params.changeRequestId, params.commentId!),
        'comment reply': ({ userId }, params) =>
          replies.find(
            userId,
            params.spaceId!,
            params.changeRequestId,
            params.commentId!,
            params.commentReplyId!,
          ),
      },
    }),
  };
};
