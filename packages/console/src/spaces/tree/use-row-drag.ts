import { combine } from '@atlaskit/pragmatic-drag-and-drop/combine';
import { draggable, dropTargetForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter';
import { type RefObject, useEffect, useRef } from 'react';
import type { DropPosition, Place } from './move-page.ts';

const KIND = 'page';

const positionAt = (element: Element, y: number): DropPosition => {
  const { top, height } = element.getBoundingClientRect();
  const part = (y - top) / height;
  if (part < 0.3) return 'before';
  return part > 0.7 ? 'after' : 'inside';
};

/** Makes a row of the tree draggable, and a target for other rows. */
export const useRowDrag = (options: {
  readonly element: RefObject<HTMLElement | null>;
  readonly id: string;
  readonly isEnabled: boolean;
  readonly placeAfterDrop: (id: string, position: DropPosition) => Place | undefined;
  /** Called with where a dragged row would be dropped; undefined if nowhere. */
  readonly onOver: (position: DropPosition | undefined) => void;
  readonly onDrop: (id: string, place: Place) => void;
}): void => {
  const current = useRef(options);
  useEffect(() => {
    current.current = options;
  });
  const { element, id, isEnabled } = options;
  useEffect(() => {
    const row = element.current;
    if (!row || !isEnabled) return undefined;
    const placeFor = (source: Record<string | symbol, unknown>, y: number) => {
      const position = positionAt(row, y);
      const place = current.current.placeAfterDrop(String(source.id), position);
      return place && { position, place };
    };
    return combine(
      draggable({ element: row, getInitialData: () => ({ kind: KIND, id }) }),
      dropTargetForElements({
        element: row,
        canDrop: ({ source }) => source.data.kind === KIND && source.data.id !== id,
        onDrag: ({ source, location }) =>
          current.current.onOver(placeFor(source.data, location.current.input.clientY)?.position),
        onDragLeave: () => current.current.onOver(undefined),
        onDrop: ({ source, location }) => {
          current.current.onOver(undefined);
          const found = placeFor(source.data, location.current.input.clientY);
          if (found) current.current.onDrop(String(source.data.id), found.place);
        },
      }),
    );
  }, [element, id, isEnabled]);
};
