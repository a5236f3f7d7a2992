import { useQuery, useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { CloudOff, Copy, FilePlus, Pencil, RotateCcw, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { read } from '../api/queries.ts';
import rows from '../contents/collection-page.module.css';
import { draftAddress } from '../editor/saving/draft-address.ts';
import { createPageDrafts } from '../editor/saving/page-drafts.ts';
import { readPageDocument, refreshContent } from '../pages/content-place.ts';
import { PageLink } from '../pages/page-link.tsx';
import { Button } from '../primitives/button.tsx';
import { RelativeTime } from '../primitives/relative-time.tsx';
import { notify } from '../primitives/toasts.tsx';
import { SharedContentLink } from '../shared-content/shared-content-link.tsx';
import { useTitle } from '../shell/use-title.ts';
import { ProposeTextButton } from './propose-text-button.tsx';
import { copyText, forgetText, keptText, restorePage } from './rescue-text.ts';
import type { UnsentPage, UnsentReason } from './send-unsaved.ts';
import styles from './unsaved.module.css';
import { useSaveAsNew } from './use-save-as-new.ts';
import { refreshUnsaved, useUnsaved } from './use-unsaved.ts';

const inWords = (obstacle: UnsentReason): string => {
  switch (obstacle.kind) {
    case 'refused':
    case 'closed':
      return `Not accepted: ${obstacle.message}`;
    case 'deleted':
      return 'It was deleted before your text was sent.';
    case 'signed-out':
      return 'Your session has ended. The text is sent once you have signed in.';
    case 'unreadable':
      return 'A part of this text is missing in this browser, so it cannot be sent. Copy what is there.';
    default:
      return 'The server cannot be reached. The text is sent as soon as it is there again.';
  }
};

const Row = ({ unsent }: { readonly unsent: UnsentPage }) => {
  const { place, obstacle } = unsent;
  const queries = useQueryClient();
  const saveAsNew = useSaveAsNew(place);
  const { data: user } = useSuspenseQuery(read('/user'));
  const { data: space } = useQuery(read('/spaces/{spaceId}', { params: { spaceId: place.spaceId } }));
  const isThere = obstacle.kind !== 'deleted';
  const isClosed = obstacle.kind === 'closed' || obstacle.kind === 'deleted';
  const { data: page } = useQuery({
    ...readPageDocument(place, place.pageId),
    enabled: isThere && !place.isReusable,
    retry: false,
  });
  const [isAsked, setAsked] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const title = page?.title ?? unsent.title ?? 'Untitled';
  const where = [
    space?.title ?? 'A space that you cannot see',
    ...(place.changeRequestId === undefined ? [] : [`#${place.changeRequestId}`]),
  ].join(' · ');

  const run = (work: () => Promise<unknown>) => async () => {
    setBusy(true);
    try {
      await work();
    } catch (error) {
      notify((error as Error).message, { isError: true });
    } finally {
      setBusy(false);
      await refreshUnsaved(queries);
    }
  };
  const text = () => keptText(place, user.id);
  const drafts = createPageDrafts({ author: user.id });
  const readDrafts = () => drafts.read(draftAddress(place));
  const restore = run(async () => {
    await restorePage(place);
    await refreshContent(queries);
  });
  const insert = run(async () => {
    await saveAsNew(title, await text(), () => forgetText(place, user.id));
  });
  const copy = run(async () => {
    await copyText(await text());
    notify('The text was copied');
  });
  const discard = run(() => forgetText(place, user.id));
  return (
    <li className={rows.row}>
      <CloudOff size={18} strokeWidth={1.75} aria-hidden="true" className={styles.icon} />
      <span className={rows.about}>
        <span className={rows.name}>{title}</span>
        <span className={rows.facts}>
          {where} · written <RelativeTime time={new Date(unsent.changedAt).toISOString()} />
        </span>
        <span className={styles.reason}>{inWords(obstacle)}</span>
      </span>
      <span className={styles.actions}>
        {obstacle.kind === 'deleted' && space && (
          <>
            {!place.isReusable && (
              <Button variant="primary" icon={RotateCcw} isBusy={isBusy} onClick={() => void restore()}>
                Restore the page
              </Button>
            )}
            <Button icon={FilePlus} isBusy={isBusy} onClick={() => void insert()}>
              {place.isReusable ? 'New reusable content' : 'New page'}
            </Button>
          </>
        )}
        {isClosed && (
          <ProposeTextButton
            place={place}
            title={title}
            isPrimary={isThere}
            readDrafts={readDrafts}
            onProposed={async () => {
              await drafts.remove(draftAddress(place), await readDrafts());
              await refreshUnsaved(queries);
            }}
          />
        )}
        {place.isReusable && !isClosed && (
          <SharedContentLink
            place={place}
            reusableContentId={place.pageId}
            className="button button-secondary"
          >
            <Pencil size={16} strokeWidth={1.75} aria-hidden="true" /> Open
          </SharedContentLink>
        )}
        {page && 'path' in page && !isClosed && (
          <PageLink place={place} path={page.path} isEdited className="button button-secondary">
            <Pencil size={16} strokeWidth={1.75} aria-hidden="true" /> Open
          </PageLink>
        )}
        <Button icon={Copy} isBusy={isBusy} onClick={() => void copy()}>
          Copy the text
        </Button>
        {isAsked ? (
          <Button variant="danger" icon={Trash2} isBusy={isBusy} onClick={() => void discard()}>
            Delete it for good
          </Button>
        ) : (
          <Button variant="quiet" icon={Trash2} onClick={() => setAsked(true)}>
            Discard
          </Button>
        )}
      </span>
    </li>
  );
};

/** The pages with text in this browser that the server does not have. */
export const UnsavedPage = () => {
  const unsaved = useUnsaved();
  useTitle('Unsaved text');
  return (
    <main id="content" tabIndex={-1} className={rows.page}>
      <header className={rows.header}>
        <h1>Unsaved text</h1>
      </header>
      <p className={rows.description}>
        What you wrote here and the server does not have is kept in this browser until it is sent.
      </p>
      {unsaved.length === 0 ? (
        <p className={rows.empty}>Everything that you wrote is saved.</p>
      ) : (
        <ul className={rows.rows}>
          {unsaved.map((unsent) => (
            <Row key={draftAddress(unsent.place)} unsent={unsent} />
          ))}
        </ul>
      )}
    </main>
  );
};
