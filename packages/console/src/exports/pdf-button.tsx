import { Download } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import type { ContentPlace } from '../pages/content-place.ts';
import { Button } from '../primitives/button.tsx';

const PdfDialog = lazy(async () => ({ default: (await import('./pdf-dialog.tsx')).PdfDialog }));

/** Creates a PDF of a change request. */
export const PdfButton = ({ place, title }: { readonly place: ContentPlace; readonly title: string }) => {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button variant="quiet" icon={Download} onClick={() => setOpen(true)}>
        PDF
      </Button>
      {isOpen && (
        <Suspense>
          <PdfDialog place={place} title={title} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
};
