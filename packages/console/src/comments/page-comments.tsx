import { useSuspenseQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { createPortal } from 'react-dom';
import { read } from '../api/queries.ts';
import { showElement } from '../primitives/show-element.ts';
import { flatten, tableOfContents } from '../spaces/tree/page-node.ts';
import { useAddressedBlock } from './block-address.ts';
import { commentHash, useAddressedComment } from './comment-address.ts';
import { CommentMarks } from './comment-marks.tsx';
import type { CommentedText, TextPlace } from './commented-text.ts';
import { CommentsPanel } from './comments-panel.tsx';
import { type Comment, type Discussion, useComment, useComments } from './discussion.ts';
import { SelectionButton } from './selection-button.tsx';
import { useMarks, useTextVersion } from './use-marks.ts';
import { useShown } from './use-shown.ts';

/** Leads to the page of a comment that the address names, if it is another one. */
const useOtherPage = (discussion: Discussion, pageId: string, addressed: string | undefined) => {
  const navigate = useNavigate();
  const { spaceId } = discussion;
  // Those of a change request are in its overview and its changes.
  const { data: comment } = useComment(
    discussion,
    discussion.changeRequestId === undefined ? addressed : undefined,
  );
  const { data: content } = useSuspenseQuery(
    read('/spaces/{spaceId}/content/pages', { params: { spaceId } }),
  );
  const target = comment?.target.page?.id;
  const path =
    target === undefined || target === pageId
      ? undefined
      : flatten(tableOfContents(content)).find(({ id }) => id === target)?.path;
  useEffect(() => {
    if (path === undefined || addressed === undefined) return;
    void navigate({
      to: '/s/$spaceId/$',
      params: { spaceId, _splat: path },
      search: { comments: true },
      hash: commentHash(addressed),
      replace: true,
    });
  }, [navigate, spaceId, path, addressed]);
  return comment;
};

/** The comments of a page: marks in its text, and a panel beside it. */
export const PageComments = ({
  discussion,
  pageId,
  text,
  isOpen,
}: {
  readonly discussion: Discussion;
  readonly pageId: string;
  readonly text: CommentedText | undefined;
  /** Whether the panel is open. */
  readonly isOpen: boolean;
}) => {
  const navigate = useNavigate();
  const onPage = useComments(discussion, pageId);
  const addressed = useAddressedComment();
  const named = useOtherPage(discussion, pageId, addressed);
  const [place, setPlace] = useState<TextPlace>();
  const addressedBlock = useAddressedBlock(text);
  // A comment on the whole space or on a deleted page has no page to be shown on.
  const isHomeless = named && (named.target.page === undefined || named.target.gone === 'page');
  const comments = useMemo(
    () => (named && isHomeless ? [named, ...onPage] : onPage),
    [named, isHomeless, onPage],
  );
  const isHere = comments.some(({ id }) => id === addressed);
  const open = useMemo(
    () => comments.filter(({ id, status }) => status === 'open' || id === addressed),
    [comments, addressed],
  );
  const version = useTextVersion(text, open);
  const marks = useMarks(text, version, open);
  const go = useCallback(
    (isShown: boolean, commentId?: string) =>
      void navigate({
        to: '.',
        search: (before: Record<string, unknown>) => ({ ...before, comments: isShown || undefined }),
        hash: commentId === undefined ? '' : commentHash(commentId),
        replace: true,
        resetScroll: false,
        hashScrollIntoView: false,
      } as never),
    [navigate],
  );
  const openThread = useCallback((commentId: string) => go(true, commentId), [go]);
  const begin = useCallback(
    (chosen: TextPlace) => {
      setPlace(chosen);
      go(true);
    },
    [go],
  );
  const show = (comment: Comment) => {
    const mark = marks.find(({ comment: { id } }) => id === comment.id);
    if (mark) showElement(mark.element, 'center');
  };
  const activeElement = marks.find(({ comment }) => comment.id === addressed)?.element;
  useShown(activeElement, 'center');
  const main = text?.root.closest('main');
  return (
    <>
      {text &&
        main &&
        createPortal(
          <>
            <CommentMarks
              text={text}
              version={version}
              marks={marks}
              activeId={addressed}
              addressed={addressedBlock}
              onOpen={openThread}
              onComment={discussion.mayComment ? begin : undefined}
            />
            {discussion.mayComment && <SelectionButton text={text} onComment={begin} />}
          </>,
          main,
        )}
      {(isOpen || isHere) && (
        <CommentsPanel
          discussion={discussion}
          pageId={pageId}
          text={text}
          comments={comments}
          marks={marks}
          place={place}
          onPlace={setPlace}
          onPosted={(comment, at) => at && text?.onPosted?.(comment, at)}
          onShow={(comment) => {
            openThread(comment.id);
            show(comment);
          }}
          onClose={() => go(false)}
        />
      )}
    </>
  );
};
