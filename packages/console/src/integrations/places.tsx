import { useSuspenseQuery } from '@tanstack/react-query';
import { X } from 'lucide-react';
import { useState } from 'react';
import { call } from '../api/client.ts';
import { readAll } from '../api/queries.ts';
import { Button, IconButton } from '../primitives/button.tsx';
import { Select } from '../primitives/select.tsx';
import { Empty } from '../settings/settings-page.tsx';
import styles from './integrations.module.css';
import { INSTALLATION, useIntegrationMutation } from './queries.ts';

interface Place {
  readonly id: string;
  readonly title: string;
}

interface Key {
  readonly integrationName: string;
  readonly installationId: string;
}

/** The spaces or sites that an integration is installed on, with a way to add and remove one. */
const Places = ({
  noun,
  installed,
  others,
  isPending,
  onAdd,
  onRemove,
}: {
  readonly noun: 'space' | 'site';
  readonly installed: readonly Place[];
  readonly others: readonly Place[];
  readonly isPending: boolean;
  readonly onAdd: (id: string) => void;
  readonly onRemove: (id: string) => void;
}) => {
  const [chosen, setChosen] = useState('');
  return (
    <>
      {installed.length === 0 ? (
        <Empty>It is installed on no {noun} yet.</Empty>
      ) : (
        <ul className={styles.places}>
          {installed.map(({ id, title }) => (
            <li key={id}>
              <span>{title}</span>
              <IconButton icon={X} label={`Remove from ${title}`} onClick={() => onRemove(id)} />
            </li>
          ))}
        </ul>
      )}
      {others.length > 0 && (
        <div className={styles.add}>
          <Select
            aria-label={`Another ${noun}`}
            options={[
              { id: '', label: `Choose a ${noun}` },
              ...others.map(({ id, title }) => ({ id, label: title })),
            ]}
            value={chosen}
            onChoose={setChosen}
          />
          <Button
            isBusy={isPending}
            disabled={chosen === ''}
            onClick={() => {
              onAdd(chosen);
              setChosen('');
            }}
          >
            Install
          </Button>
        </div>
      )}
    </>
  );
};

const split = (all: readonly Place[], ids: ReadonlySet<string>) => ({
  installed: all.filter(({ id }) => ids.has(id)),
  others: all.filter(({ id }) => !ids.has(id)),
});

/** The spaces that an integration is installed on. */
export const InstalledSpaces = ({
  organizationId,
  params,
}: {
  readonly organizationId: string;
  readonly params: Key;
}) => {
  const { data: spaces } = useSuspenseQuery(
    readAll('/orgs/{organizationId}/spaces', { params: { organizationId } }),
  );
  const { data: found } = useSuspenseQuery(readAll(`${INSTALLATION}/spaces`, { params }));
  const add = useIntegrationMutation((space: string) =>
    call('POST', `${INSTALLATION}/spaces`, { params, body: { space } }),
  );
  const remove = useIntegrationMutation((spaceId: string) =>
    call('DELETE', `${INSTALLATION}/spaces/{spaceId}`, { params: { ...params, spaceId } }),
  );
  const ids = new Set(found.map(({ space }) => (typeof space === 'string' ? space : space.id)));
  const all = spaces.map(({ id, title }) => ({ id, title: title || 'Untitled' }));
  return (
    <Places
      noun="space"
      {...split(all, ids)}
      isPending={add.isPending}
      onAdd={(id) => add.mutate(id)}
      onRemove={(id) => remove.mutate(id)}
    />
  );
};

/** The sites that an integration is installed on. */
export const InstalledSites = ({
  organizationId,
  params,
}: {
  readonly organizationId: string;
  readonly params: Key;
}) => {
  const { data: sites } = useSuspenseQuery(
    readAll('/orgs/{organizationId}/sites', { params: { organizationId } }),
  );
  const { data: found } = useSuspenseQuery(readAll(`${INSTALLATION}/sites`, { params }));
  const add = useIntegrationMutation((site: string) =>
    call('POST', `${INSTALLATION}/sites`, { params, body: { siteId: site } }),
  );
  const remove = useIntegrationMutation((siteId: string) =>
    call('DELETE', `${INSTALLATION}/sites/{siteId}`, { params: { ...params, siteId } }),
  );
  const ids = new Set(found.map(({ site }) => (typeof site === 'string' ? site : site.id)));
  const all = sites.map(({ id, title }) => ({ id, title: title || 'Untitled' }));
  return (
    <Places
      noun="site"
      {...split(all, ids)}
      isPending={add.isPending}
      onAdd={(id) => add.mutate(id)}
      onRemove={(id) => remove.mutate(id)}
    />
  );
};
