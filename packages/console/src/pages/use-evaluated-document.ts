import type { Document } from '@lectern/document';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { type ContentPlace, readPageDocument } from './content-place.ts';
import { isComputed } from './expressions.ts';
import { withKeysOf } from './reusable-contents.ts';

/** A page with its body. */
interface ShownPage {
  readonly documentId?: string;
  readonly document?: unknown;
}

/** The document of a page with included contents and the values of variables; until they are there, as it is stored. */
export const useEvaluatedDocument = (place: ContentPlace, pageId: string, page: ShownPage): unknown => {
  const stored = page.document as Document | undefined;
  const isNeeded = useMemo(() => stored !== undefined && isComputed(stored), [stored]);
  const { data } = useQuery({ ...readPageDocument(place, pageId, 'expressions-only'), enabled: isNeeded });
  const evaluated = data as ShownPage | undefined;
  const isCurrent = isNeeded && evaluated?.document !== undefined && evaluated.documentId === page.documentId;
  return useMemo(
    () => (isCurrent ? withKeysOf(stored!, evaluated.document as Document) : stored),
    [isCurrent, stored, evaluated],
  );
};
