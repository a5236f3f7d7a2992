import { Dialog } from '@base-ui/react/dialog';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Command } from 'cmdk';
import { Book, Clock, FileText, Folder } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { read } from '../api/queries.ts';
import { readCollections, readSpaces } from '../contents/queries.ts';
import { Avatar } from '../primitives/avatar.tsx';
import { ContentIcon } from '../primitives/content-icon.tsx';
import { appPath } from '../shell/app-path.ts';
import { focusContent } from '../shell/focus-content.ts';
import { keyNames } from '../shell/shortcut-list.ts';
import { recentPages } from '../spaces/recent-pages.ts';
import { findActions, matchesText } from './actions.ts';
import styles from './palette.module.css';
import { PALETTE_HINT } from './palette-opening.tsx';
import { type ActionDialog, useActions } from './use-actions.ts';

const MIN_LENGTH = 2;
const SHOWN = 6;

const Group = ({ heading, children }: { readonly heading: string; readonly children: ReactNode }) => (
  <Command.Group heading={heading} className={styles.group}>
    {children}
  </Command.Group>
);

const Item = ({
  value,
  icon,
  title,
  detail,
  keys,
  onSelect,
}: {
  readonly value: string;
  readonly icon: ReactNode;
  readonly title: string;
  readonly detail?: string | undefined;
  readonly keys?: string | undefined;
  readonly onSelect: () => void;
}) => (
  <Command.Item value={value} onSelect={onSelect} className={styles.item}>
    {icon}
    <span className={styles.text}>
      <span className={styles.name}>{title}</span>
      {detail && <span className={styles.excerpt}>{detail}</span>}
    </span>
    {keys && (
      <span className={styles.keys} aria-hidden="true">
        {keyNames(keys, false).map((name) => (
          <kbd key={name}>{name}</kbd>
        ))}
      </span>
    )}
  </Command.Item>
);

/** Finds pages across an organization, spaces, people and actions. */
export const Palette = ({
  organizationId,
  text,
  onText,
  onDialog,
  onClose,
}: {
  readonly organizationId: string;
  readonly text: string;
  readonly onText: (text: string) => void;
  readonly onDialog: (dialog: ActionDialog) => void;
  readonly onClose: () => void;
}) => {
  const [chosen, setChosen] = useState('');
  const query = text.trim();
  const isSearching = organizationId !== '' && query.length >= MIN_LENGTH;
  const navigate = useNavigate();
  const params = { organizationId };
  const { data: organization } = useQuery({
    ...read('/orgs/{organizationId}', { params }),
    enabled: organizationId !== '',
  });
  const { data: spaces = [] } = useQuery({ ...readSpaces(organizationId), enabled: organizationId !== '' });
  const { data: collections = [] } = useQuery({
    ...readCollections(organizationId),
    enabled: organizationId !== '',
  });
  const search = useQuery({
    ...read('/orgs/{organizationId}/search', { params, query: { query, limit: 20 } }),
    enabled: isSearching,
    // The list stays while one types.
    placeholderData: keepPreviousData,
  });
  const people = useQuery({
    ...read('/orgs/{organizationId}/members', { params, query: { search: query, limit: SHOWN } }),
    enabled: isSearching && organization?.permissions.listMembers === true,
    placeholderData: keepPreviousData,
  });
  const actions = findActions(query, useActions(organizationId, onDialog));
  const found = isSearching ? (search.data?.items ?? []) : [];
  const members = isSearching ? (people.data?.items ?? []) : [];
  const recent = query === '' ? recentPages().slice(0, SHOWN) : [];
  const places =
    query === ''
      ? []
      : [
          ...spaces.map((space) => ({ ...space, kind: 'space' as const })),
          ...collections.map((collection) => ({
            ...collection,
            emoji: undefined,
            kind: 'collection' as const,
          })),
        ].filter(({ title }) => matchesText(query, title));
  const known = [
    ...recent.map(({ spaceId, path }) => `recent:${spaceId}/${path}`),
    ...places.slice(0, SHOWN).map(({ id }) => id),
  ];
  const commands = actions.map(({ id }) => `action:${id}`);
  const values = [
    ...known,
    ...found.flatMap((space) => space.pages.map(({ id }) => id)),
    ...members.map(({ user }) => user.id),
    ...commands,
  ];
  // Results arrive later: the first is chosen until the user chooses another.
  const value = values.includes(chosen) ? chosen : (values[0] ?? '');
  const isPending = isSearching && (search.isPending || search.isPlaceholderData);
  const isOutdated = isPending && chosen === '' && ![...known, ...commands].includes(value);
  // Who presses Enter at once gets the first result when it is there.
  const [awaited, setAwaited] = useState<string>();
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (awaited === undefined || isPending) return;
    setAwaited(undefined);
    if (awaited === query) list.current?.querySelector<HTMLElement>('[cmdk-item]')?.click();
  }, [awaited, isPending, query]);
  const close = (run: () => void) => () => {
    onClose();
    run();
  };
  // The reader goes on in what was found, not where the palette was opened.
  const isLeaving = useRef(false);
  const go = (href: string) => () => {
    isLeaving.current = true;
    onClose();
    void navigate({ href }).then(() => focusContent());
  };
  return (
    <Dialog.Root open onOpenChange={(open) => !open && onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className={styles.overlay} />
        <Dialog.Popup className={styles.dialog} aria-label="Search" finalFocus={() => !isLeaving.current}>
          <Command label="Search" shouldFilter={false} loop value={value} onValueChange={setChosen}>
            <Command.Input
              value={text}
              onValueChange={(typed) => {
                onText(typed);
                setChosen('');
              }}
              onKeyDown={(event) => {
                if (event.key !== 'Enter' || !isOutdated) return;
                event.preventDefault();
                setAwaited(query);
              }}
              placeholder={PALETTE_HINT}
              autoFocus
              className={styles.input}
            />
            <Command.List ref={list} className={styles.list} aria-busy={search.isFetching}>
              {isPending && values.length === 0 && (
                <p role="status" className={styles.empty}>
                  Searching…
                </p>
              )}
              {isSearching && search.isSuccess && !isPending && (
                <Command.Empty className={styles.empty}>Nothing matches “{query}”.</Command.Empty>
              )}
              {search.isError && (
                <p role="alert" className={styles.empty}>
                  {search.error.message}
                </p>
              )}
              {recent.length > 0 && (
                <Group heading="Recent pages">
                  {recent.map(({ spaceId, spaceTitle, path, title }) => (
                    <Item
                      key={`${spaceId}/${path}`}
                      value={`recent:${spaceId}/${path}`}
                      icon={<Clock size={16} strokeWidth={1.75} aria-hidden="true" />}
                      title={title}
                      detail={spaceTitle}
                      onSelect={go(`/s/${spaceId}/${path}`)}
                    />
                  ))}
                </Group>
              )}
              {places.length > 0 && (
                <Group heading="Spaces and collections">
                  {places.slice(0, SHOWN).map(({ id, kind, title, emoji, urls }) => (
                    <Item
                      key={id}
                      value={id}
                      icon={<ContentIcon emoji={emoji} icon={kind === 'space' ? Book : Folder} />}
                      title={title}
                      onSelect={go(appPath(urls.app))}
                    />
                  ))}
                </Group>
              )}
              {found.map((space) => (
                <Group key={space.id} heading={space.title}>
                  {space.pages.map((page) => (
                    <Item
                      key={page.id}
                      value={page.id}
                      icon={<FileText size={16} strokeWidth={1.75} aria-hidden="true" />}
                      title={page.title}
                      detail={page.sections?.[0]?.body}
                      onSelect={go(appPath(page.urls.app))}
                    />
                  ))}
                </Group>
              ))}
              {members.length > 0 && (
                <Group heading="People">
                  {members.map(({ user }) => (
                    <Item
                      key={user.id}
                      value={user.id}
                      icon={<Avatar name={user.displayName} photo={user.photoURL} />}
                      title={user.displayName}
                      detail={user.email}
                      onSelect={go(`/o/${organizationId}/~/people/${user.id}`)}
                    />
                  ))}
                </Group>
              )}
              {actions.length > 0 && (
                <Group heading="Actions">
                  {actions.map(({ id, title, icon: Icon, keys, run }) => (
                    <Item
                      key={id}
                      value={`action:${id}`}
                      icon={<Icon size={16} strokeWidth={1.75} aria-hidden="true" />}
                      title={title}
                      keys={keys}
                      onSelect={close(run)}
                    />
                  ))}
                </Group>
              )}
            </Command.List>
          </Command>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
};
