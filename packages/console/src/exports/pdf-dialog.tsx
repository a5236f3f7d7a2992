import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ContentPlace } from '../pages/content-place.ts';
import { Button } from '../primitives/button.tsx';
import { Choices } from '../primitives/choices.tsx';
import { Dialog, DialogActions } from '../primitives/dialog.tsx';
import { FormError } from '../primitives/field.tsx';
import { megabytes } from '../primitives/megabytes.ts';
import { ProgressBar } from '../primitives/progress-bar.tsx';
import { createPdf, type PdfSource } from './create-pdf.ts';
import { download } from './download.ts';

const RANGES = [
  { id: 'page', title: 'This page', description: 'Without the pages inside.' },
  { id: 'all', title: 'With the pages inside', description: 'As a book with a cover and contents.' },
] as const;

const Rendering = ({ source, onClose }: { readonly source: PdfSource; readonly onClose: () => void }) => {
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['pdf', source],
    queryFn: async ({ signal }) => {
      const pdf = await createPdf(source, signal);
      download(pdf.path);
      return pdf;
    },
    // Each dialog asks anew: the content may be another one.
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
  const isReady = data !== undefined && !isFetching;
  return (
    <>
      <div aria-live="polite">
        {isFetching && <ProgressBar label="Creating the PDF" text="Many pages take a few minutes" />}
        {isReady && <p>The PDF is ready ({megabytes(data.bytes)}). Your browser saves it.</p>}
      </div>
      {!isFetching && <FormError error={error} />}
      <DialogActions>
        <Button onClick={onClose}>{isFetching ? 'Cancel' : 'Close'}</Button>
        {isReady && (
          <a href={data.path} download="" className="button button-primary">
            Download again
          </a>
        )}
        {error && !isFetching && (
          <Button variant="primary" onClick={() => void refetch()}>
            Try again
          </Button>
        )}
      </DialogActions>
    </>
  );
};

/** Creates a PDF of a space, a change request or a page, and saves it. */
export const PdfDialog = ({
  place,
  title,
  page,
  onClose,
}: {
  readonly place: ContentPlace;
  readonly title: string;
  readonly page?: { readonly id: string; readonly hasPagesInside: boolean };
  readonly onClose: () => void;
}) => {
  const [range, setRange] = useState<'page' | 'all'>('page');
  const [isChosen, setChosen] = useState(!page?.hasPagesInside);
  return (
    <Dialog title={`PDF of “${title}”`} isOpen onClose={onClose}>
      {isChosen ? (
        <Rendering
          source={{ place, ...(page && { page: page.id, isPageOnly: range === 'page' }) }}
          onClose={onClose}
        />
      ) : (
        <>
          <Choices legend="Pages" name="pages" choices={RANGES} value={range} onChange={setRange} />
          <DialogActions>
            <Button onClick={onClose}>Cancel</Button>
            <Button variant="primary" onClick={() => setChosen(true)}>
              Create PDF
            </Button>
          </DialogActions>
        </>
      )}
    </Dialog>
  );
};
