import { useEffect } from 'react';
import { createPortal } from 'react-dom';
import type { ContentPlace } from '../pages/content-place.ts';
import { useOpenPage } from '../pages/page-link.tsx';
import { Avatar } from '../primitives/avatar.tsx';
import { Button } from '../primitives/button.tsx';
import { flatten, type PageNode } from '../spaces/tree/page-node.ts';
import type { LiveConnection } from './connection.ts';
import styles from './follow-bar.module.css';
import { type Followed, useConnection, useOthers } from './live-place.tsx';

// Somebody who does one of these looks around by themselves.
const OWN_MOVES = ['wheel', 'touchmove', 'keydown', 'pointerdown'];
const LOOK_MS = 300;
// A cursor nearer to the edge of the window than this is brought to its middle.
const MARGIN = 96;

/** Where somebody writes: their cursor in the editor, or the block of the page that is read. */
const elementOf = (connection: LiveConnection, id: string): Element | null => {
  const caret = document.querySelector(`.remote-caret[data-person="${id}"]`);
  if (caret) return caret;
  const cursor = connection.state().people.find((person) => person.id === id)?.cursor;
  if (cursor == null) return null;
  const block = (JSON.parse(cursor) as readonly unknown[])[2];
  return document.querySelector(`#content > .prose > :nth-child(${Number(block) + 1})`);
};

const bringIntoView = (element: Element): void => {
  const { top, bottom } = element.getBoundingClientRect();
  if (top >= MARGIN && bottom <= window.innerHeight - MARGIN) return;
  // A block that is higher than the window is not brought to its middle again and again.
  if (top < window.innerHeight - MARGIN && bottom > MARGIN && bottom - top > window.innerHeight / 2) return;
  const isCalm = matchMedia('(prefers-reduced-motion: reduce)').matches;
  element.scrollIntoView({ block: 'center', behavior: isCalm ? 'instant' : 'smooth' });
};

/** Follows somebody through the pages of a space until one moves by oneself, and says so. */
export const FollowBar = ({
  place,
  pages,
  followed,
  onEnd,
}: {
  readonly place: ContentPlace;
  readonly pages: readonly PageNode[];
  readonly followed: Followed;
  readonly onEnd: () => void;
}) => {
  const connection = useConnection();
  const open = useOpenPage();
  const person = useOthers().find(({ user }) => user.id === followed.id);
  const { id, page } = person ?? {};
  const path = flatten(pages).find((node) => node.id === page)?.path;
  // biome-ignore lint/correctness/useExhaustiveDependencies: only another page of theirs is opened
  useEffect(() => {
    const { id: own, people = [] } = connection?.state() ?? {};
    const isThere = people.find((one) => one.id === own)?.page === page;
    if (path !== undefined && !isThere) void open(place, path);
  }, [page, path]);
  useEffect(() => {
    if (!connection || id === undefined) return;
    const look = setInterval(() => {
      const element = elementOf(connection, id);
      if (element) bringIntoView(element);
    }, LOOK_MS);
    return () => clearInterval(look);
  }, [connection, id]);
  useEffect(() => {
    const moves = new AbortController();
    const { signal } = moves;
    for (const event of OWN_MOVES)
      window.addEventListener(
        event,
        (move) => {
          const isInBar = move.target instanceof Element && move.target.closest('[data-following]') !== null;
          if (!isInBar || (move as KeyboardEvent).key === 'Escape') onEnd();
        },
        { capture: true, passive: true, signal },
      );
    return () => moves.abort();
  }, [onEnd]);
  return createPortal(
    <div className={styles.frame}>
      <div className={styles.bar} data-following>
        <Avatar name={followed.displayName} />
        <span role="status">
          {person ? `Following ${followed.displayName}` : `${followed.displayName} is away`}
        </span>
        <Button variant="quiet" onClick={onEnd}>
          Stop
        </Button>
      </div>
    </div>,
    document.body,
  );
};
