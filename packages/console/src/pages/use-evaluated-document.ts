import type { Document } from '@lectern/document';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { type ContentPlace, readPageDocument } from './content-place.ts';
import { hasExpressions } from './expressions.ts';

/** A page with its body. */
interface ShownPage {
  readonly documentId?: string;
  readonly document?: unknown;
}

/** The document of a page with the values of its variables; until they are there, as it is stored. */
export const useEvaluatedDocument = (place: ContentPlace, pageId: string, page: ShownPage): unknown => {
  const isNeeded = useMemo(() => hasExpressions(page.document as Document | undefined), [page.document]);
  const { data } = useQuery({ ...readPageDocument(place, pageId, 'deterministic-only'), enabled: isNeeded });
  const evaluated = data as ShownPage | undefined;
  return isNeeded && evaluated && evaluated.documentId === page.documentId
    ? evaluated.document
    : page.document;
};
