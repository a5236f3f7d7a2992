import { useLocation } from '@tanstack/react-router';

const PREFIX = 'comment-';

/** The fragment of addresses of a comment. */
export const commentHash = (commentId: string): string => `${PREFIX}${commentId}`;

/** The comment that a fragment names. */
export const commentInHash = (hash: string): string | undefined =>
  hash.startsWith(PREFIX) ? hash.slice(PREFIX.length) : undefined;

/** The comment that the address names. */
export const useAddressedComment = (): string | undefined =>
  commentInHash(useLocation({ select: ({ hash }) => hash }));
