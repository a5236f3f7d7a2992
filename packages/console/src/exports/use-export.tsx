import { lazy, Suspense, useState } from 'react';
import { call } from '../api/client.ts';
import { notify } from '../primitives/toasts.tsx';
import { download, pathOf } from './download.ts';

const PdfDialog = lazy(async () => ({ default: (await import('./pdf-dialog.tsx')).PdfDialog }));

/** Saves a space as an archive of Markdown files. */
const saveMarkdown = (spaceId: string): void => {
  call('GET', '/spaces/{spaceId}/export', { params: { spaceId } }).then(
    ({ url }) => download(pathOf(url)),
    (error: Error) => notify(error.message, { isError: true }),
  );
};

/** The exports of a space: as a PDF, with its dialog, and as Markdown. */
export const useExport = (spaceId: string, title: string) => {
  const [isPdfOpen, setPdfOpen] = useState(false);
  return {
    openPdf: () => setPdfOpen(true),
    saveMarkdown: () => saveMarkdown(spaceId),
    dialog: isPdfOpen && (
      <Suspense>
        <PdfDialog place={{ spaceId }} title={title} onClose={() => setPdfOpen(false)} />
      </Suspense>
    ),
  };
};
