import { Dialog } from '@base-ui/react/dialog';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Command } from 'cmdk';
import { Book, Clock, FileText, Folder } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { read } from '../api/queries.ts';
import { readCollections, readSpaces } from '../contents/queries.ts';
import { Avatar } from '../primitives/avatar.tsx';
import { ContentIcon } from '../primitives/content-icon.tsx';
import { appPath } from '../shell/app-path.ts';
import { keyNames } from '../shell/shortcut-list.ts';
import { recentPages } from '../spaces/recent-pages.ts';
import { findActions, matchesText } from './actions.ts';
import styles from './palette.module.css';
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
  onDialog,
  onClose,
}: {
  readonly organizationId: string;
  readonly onDialog: (dialog: ActionDialog) => void;
  readonly onClose: () => void;
}) => {
  const [text, setText] = useState('');
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
  });
  const people = useQuery({
    ...read('/orgs/{organizationId}/members', { params, query: { search: query, limit: SHOWN } }),
    enabled: isSearching && organization?.permissions.listMembers === true,
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
  const values = [
    ...recent.map(({ spaceId, path }) => `recent:${spaceId}/${path}`),
    ...places.slice(0, SHOWN).map(({ id }) => id),
    ...found.flatMap((space) => space.pages.map(({ id }) => id)),
    ...members.map(({ user }) => user.id),
    ...actions.map(({ id }) => `action:${id}`),
  ];
  // Results arrive later: the first is chosen until the user chooses another.
  const value = values.includes(chosen) ? chosen : (values[0] ?? '');
  const close = (run: () => void) => () => {
    onClose();
    run();
  };
  const go = (href: string) => close(() => void navigate({ href }));
  return (
    <Dialog.Root open onOpenChange={(open) => !open && onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className={styles.overlay} />
        <Dialog.Popup className={styles.dialog} aria-label="Search">
          <Command label="Search" shouldFilter={false} loop value={value} onValueChange={setChosen}>
            <Command.Input
              value={text}
              onValueChange={(typed) => {
                setText(typed);
                setChosen('');
              }}
              placeholder="Search pages, spaces, people and actions…"
              className={styles.input}
            />
            <Command.List className={styles.list} aria-busy={search.isFetching}>
              {isSearching && search.isSuccess && (
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
