import { Dialog } from '@base-ui/react/dialog';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import { Command } from 'cmdk';
import { Book, FileText, House, UserRound } from 'lucide-react';
import { type ReactNode, useDeferredValue, useState } from 'react';
import { read } from '../api/queries.ts';
import { appPath } from '../shell/app-path.ts';
import styles from './palette.module.css';

const MIN_LENGTH = 2;

const Group = ({ heading, children }: { readonly heading: string; readonly children: ReactNode }) => (
  <Command.Group heading={heading} className={styles.group}>
    {children}
  </Command.Group>
);

/** Finds pages across an organization, spaces and actions. */
export const Palette = ({ onClose }: { readonly onClose: () => void }) => {
  const [text, setText] = useState('');
  const query = useDeferredValue(text.trim());
  const navigate = useNavigate();
  const { organizationId: named } = useParams({ strict: false });
  const { data: organizations } = useQuery(read('/orgs', {}));
  const organizationId = named ?? organizations?.items[0]?.id ?? '';
  const { data: spaces } = useQuery({
    ...read('/orgs/{organizationId}/spaces', { params: { organizationId }, query: { limit: 1000 } }),
    enabled: organizationId !== '',
  });
  const search = useQuery({
    ...read('/orgs/{organizationId}/search', { params: { organizationId }, query: { query, limit: 20 } }),
    enabled: organizationId !== '' && query.length >= MIN_LENGTH,
  });
  // Results of another query would not match what is typed.
  const found = query.length >= MIN_LENGTH ? (search.data?.items ?? []) : [];
  const wanted = query.toLocaleLowerCase();
  const matching = (spaces?.items ?? []).filter(({ title }) => title.toLocaleLowerCase().includes(wanted));
  const go = (href: string) => {
    onClose();
    void navigate({ href });
  };
  return (
    <Dialog.Root open onOpenChange={(open) => !open && onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className={styles.overlay} />
        <Dialog.Popup className={styles.dialog} aria-label="Search">
          <Command label="Search" shouldFilter={false} loop>
            <Command.Input
              value={text}
              onValueChange={setText}
              placeholder="Search pages and spaces…"
              className={styles.input}
            />
            <Command.List className={styles.list} aria-busy={search.isFetching}>
              {query.length >= MIN_LENGTH && search.isSuccess && (
                <Command.Empty className={styles.empty}>Nothing matches “{query}”.</Command.Empty>
              )}
              {search.isError && (
                <p role="alert" className={styles.empty}>
                  {search.error.message}
                </p>
              )}
              {found.map((space) => (
                <Group key={space.id} heading={space.title}>
                  {space.pages.map((page) => (
                    <Command.Item
                      key={page.id}
                      value={page.id}
                      onSelect={() => go(appPath(page.urls.app))}
                      className={styles.item}
                    >
                      <FileText size={16} strokeWidth={1.75} aria-hidden="true" />
                      <span className={styles.text}>
                        <span className={styles.name}>{page.title}</span>
                        {page.sections?.[0] && (
                          <span className={styles.excerpt}>{page.sections[0].body}</span>
                        )}
                      </span>
                    </Command.Item>
                  ))}
                </Group>
              ))}
              {matching.length > 0 && (
                <Group heading="Spaces">
                  {matching.slice(0, 8).map((space) => (
                    <Command.Item
                      key={space.id}
                      value={space.id}
                      onSelect={() => go(appPath(space.urls.app))}
                      className={styles.item}
                    >
                      <Book size={16} strokeWidth={1.75} aria-hidden="true" />
                      <span className={styles.name}>{space.title}</span>
                    </Command.Item>
                  ))}
                </Group>
              )}
              {query === '' && (
                <Group heading="Go to">
                  <Command.Item
                    value="home"
                    onSelect={() => go(`/o/${organizationId}`)}
                    className={styles.item}
                  >
                    <House size={16} strokeWidth={1.75} aria-hidden="true" />
                    Home
                  </Command.Item>
                  <Command.Item
                    value="account"
                    onSelect={() => window.location.assign('/account')}
                    className={styles.item}
                  >
                    <UserRound size={16} strokeWidth={1.75} aria-hidden="true" />
                    Your account
                  </Command.Item>
                </Group>
              )}
            </Command.List>
          </Command>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
};
