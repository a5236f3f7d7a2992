import { type RefObject, useEffect, useRef } from 'react';
import type { DropPosition, Place } from './tree.ts';

/** Loads what rows are dragged with. */
export const loadDragging = () => import('@atlaskit/pragmatic-drag-and-drop/element/adapter');

/** What rows are dragged with. */
export type DragLibrary = Awaited<ReturnType<typeof loadDragging>>;

const EDGE = 0.3;

/** The positions of a drop on a row, the best first: inside in the middle, otherwise the nearer edge. */
const positionsAt = (element: Element, y: number): readonly DropPosition[] => {
  const { top, height } = element.getBoundingClientRect();
  const part = (y - top) / height;
  const edge = part < 0.5 ? 'before' : 'after';
  return part < EDGE || part > 1 - EDGE ? [edge] : ['inside', edge];
};

/** Makes a row of a tree draggable, and a target for other rows of the tree. */
export const useRowDrag = (options: {
  /** Undefined until a pointer is over the tree. */
  readonly library: DragLibrary | undefined;
  readonly element: RefObject<HTMLElement | null>;
  /** The tree: its rows are dropped on each other only. */
  readonly kind: string;
  readonly id: string;
  readonly isDraggable: boolean;
  readonly isTarget: boolean;
  readonly placeAfterDrop: (id: string, position: DropPosition) => Place | undefined;
  /** Called with where a dragged row would be dropped; undefined if nowhere. */
  readonly onOver: (position: DropPosition | undefined) => void;
  readonly onDrop: (id: string, place: Place) => void;
}): void => {
  const current = useRef(options);
  useEffect(() => {
    current.current = options;
  });
  const { library, element, kind, id, isDraggable, isTarget } = options;
  useEffect(() => {
    const row = element.current;
    if (!library || !row || !(isDraggable || isTarget)) return undefined;
    const placeFor = (source: Record<string | symbol, unknown>, y: number) => {
      for (const position of positionsAt(row, y)) {
        const place = current.current.placeAfterDrop(String(source.id), position);
        if (place) return { position, place };
      }
      return undefined;
    };
    const stops = [
      isDraggable && library.draggable({ element: row, getInitialData: () => ({ kind, id }) }),
      isTarget &&
        library.dropTargetForElements({
          element: row,
          canDrop: ({ source }) => source.data.kind === kind && source.data.id !== id,
          onDrag: ({ source, location }) =>
            current.current.onOver(placeFor(source.data, location.current.input.clientY)?.position),
          onDragLeave: () => current.current.onOver(undefined),
          onDrop: ({ source, location }) => {
            current.current.onOver(undefined);
            const found = placeFor(source.data, location.current.input.clientY);
            if (found) current.current.onDrop(String(source.data.id), found.place);
          },
        }),
    ];
    return () => {
      for (const stop of stops) if (stop) stop();
    };
  }, [library, element, kind, id, isDraggable, isTarget]);
};
