import { Link, Outlet, useNavigate, useParams } from '@tanstack/react-router';
import { CircleQuestionMark, CloudOff, House, Inbox, Search } from 'lucide-react';
import { lazy, Suspense, useEffect, useState } from 'react';
import { useUnread } from '../notifications/use-unread.ts';
import { PaletteOpening } from '../search/palette-opening.tsx';
import { unsavedInWords } from '../unsaved/unsaved-words.ts';
import { useSendingAfterEditors, useUnsaved } from '../unsaved/use-unsaved.ts';
import { AccountMenu } from './account-menu.tsx';
import styles from './shell.module.css';
import { useShortcuts } from './shortcuts.ts';
import { useActivity } from './use-activity.ts';
import { useCurrentOrganization } from './use-current-organization.ts';

const Palette = lazy(async () => ({ default: (await import('../search/palette.tsx')).Palette }));
const CreateSpaceDialog = lazy(async () => ({
  default: (await import('../spaces/create/create-space-dialog.tsx')).CreateSpaceDialog,
}));
const CollectionDialog = lazy(async () => ({
  default: (await import('../contents/collection-dialog.tsx')).CollectionDialog,
}));
const ShortcutsDialog = lazy(async () => ({
  default: (await import('./shortcuts-dialog.tsx')).ShortcutsDialog,
}));

const MAX_SHOWN = 99;

/** The frame of every screen: a bar with the home, the search, the inbox and the account, and the screen beside it. */
export const Shell = () => {
  const navigate = useNavigate();
  const { spaceId } = useParams({ strict: false });
  const organizationId = useCurrentOrganization();
  const [dialog, setDialog] = useState<'palette' | 'help' | 'space' | 'collection'>();
  const [searched, setSearched] = useState('');
  const unread = useUnread() ?? 0;
  const unsaved = useUnsaved().length;
  useSendingAfterEditors();
  useActivity(organizationId);
  const hasUnsaved = unsaved > 0;
  // The list of unsaved text has to open while the server cannot be reached.
  useEffect(() => {
    if (hasUnsaved) void import('../unsaved/unsaved-page.tsx').catch(() => undefined);
  }, [hasUnsaved]);
  const close = () => setDialog(undefined);
  const openPalette = () => {
    setSearched('');
    setDialog('palette');
  };
  // People without an organization have no content to search.
  const hasOrganization = organizationId !== '';
  const goHome = () =>
    void navigate(hasOrganization ? { to: '/o/$organizationId', params: { organizationId } } : { to: '/' });
  useShortcuts([
    ...(hasOrganization ? [{ keys: 'mod+k', run: openPalette }] : []),
    { keys: '?', run: () => setDialog('help') },
    { keys: 'g h', run: goHome },
    { keys: 'g i', run: () => void navigate({ to: '/inbox' }) },
    ...(spaceId === undefined
      ? []
      : [
          {
            keys: 'g c',
            run: () => void navigate({ to: '/s/$spaceId/~/changes', params: { spaceId }, search: {} }),
          },
          {
            keys: 'g r',
            run: () => void navigate({ to: '/s/$spaceId/~/revisions', params: { spaceId }, search: {} }),
          },
          {
            keys: 'g p',
            run: () => void navigate({ to: '/s/$spaceId/$', params: { spaceId, _splat: '' } }),
          },
        ]),
  ]);
  return (
    <div className={styles.shell}>
      <a className="skip" href="#content">
        Skip to content
      </a>
      <nav className={styles.bar} aria-label="Main">
        <Link
          {...(hasOrganization ? { to: '/o/$organizationId', params: { organizationId } } : { to: '/' })}
          className={styles.item}
          title="Home"
          aria-label="Home"
        >
          <House size={18} strokeWidth={1.75} aria-hidden="true" />
        </Link>
        {hasOrganization && (
          <button
            type="button"
            className={styles.item}
            aria-label="Search"
            title="Search (Ctrl K)"
            onClick={openPalette}
          >
            <Search size={18} strokeWidth={1.75} aria-hidden="true" />
          </button>
        )}
        <Link
          to="/inbox"
          className={styles.item}
          aria-label={unread > 0 ? `Inbox, ${unread} unread` : 'Inbox'}
          title="Inbox"
        >
          <Inbox size={18} strokeWidth={1.75} aria-hidden="true" />
          {unread > 0 && (
            <span className={styles.unread} aria-hidden="true">
              {unread > MAX_SHOWN ? `${MAX_SHOWN}+` : unread}
            </span>
          )}
        </Link>
        {unsaved > 0 && (
          <Link
            to="/unsaved"
            className={`${styles.item} ${styles.unsaved}`}
            aria-label={unsavedInWords(unsaved)}
            title={unsavedInWords(unsaved)}
          >
            <CloudOff size={18} strokeWidth={1.75} aria-hidden="true" />
            <span className={styles.unread} aria-hidden="true">
              {unsaved}
            </span>
          </Link>
        )}
        <button
          type="button"
          className={`${styles.item} ${styles.help}`}
          aria-label="Keyboard shortcuts"
          title="Keyboard shortcuts (?)"
          onClick={() => setDialog('help')}
        >
          <CircleQuestionMark size={18} strokeWidth={1.75} aria-hidden="true" />
        </button>
        <AccountMenu onHelp={() => setDialog('help')} />
      </nav>
      <Outlet />
      {dialog === 'palette' && (
        <Suspense fallback={<PaletteOpening text={searched} onText={setSearched} onClose={close} />}>
          <Palette
            organizationId={organizationId}
            text={searched}
            onText={setSearched}
            onDialog={setDialog}
            onClose={close}
          />
        </Suspense>
      )}
      <Suspense>
        {dialog === 'help' && <ShortcutsDialog onClose={close} />}
        {dialog === 'space' && <CreateSpaceDialog organizationId={organizationId} onClose={close} />}
        {dialog === 'collection' && <CollectionDialog organizationId={organizationId} onClose={close} />}
      </Suspense>
    </div>
  );
};
