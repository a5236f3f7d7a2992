import { useSuspenseQuery } from '@tanstack/react-query';
import { Plus, X } from 'lucide-react';
import { useState } from 'react';
import { call } from '../api/client.ts';
import { readAll } from '../api/queries.ts';
import { useContents } from '../contents/queries.ts';
import { Button, IconButton } from '../primitives/button.tsx';
import { Dialog, DialogActions } from '../primitives/dialog.tsx';
import { Select } from '../primitives/select.tsx';
import { Empty } from '../settings/settings-page.tsx';
import { SpacePicker } from '../sites/space-picker.tsx';
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

// More are added to the list by a button.
const SHOWN = 100;

/** The spaces or sites that an integration is installed on. */
const Places = ({
  noun,
  installed,
  onRemove,
}: {
  readonly noun: 'space' | 'site';
  readonly installed: readonly Place[];
  readonly onRemove: (id: string) => void;
}) => {
  const [shown, setShown] = useState(SHOWN);
  if (installed.length === 0) return <Empty>It is installed on no {noun} yet.</Empty>;
  return (
    <>
      <ul className={styles.places}>
        {installed.slice(0, shown).map(({ id, title }) => (
          <li key={id}>
            <span>{title}</span>
            <IconButton icon={X} label={`Remove from ${title}`} onClick={() => onRemove(id)} />
          </li>
        ))}
      </ul>
      {installed.length > shown && (
        <Button onClick={() => setShown(shown + SHOWN)}>Show {installed.length - shown} more</Button>
      )}
    </>
  );
};

const AddSpaceDialog = ({
  organizationId,
  installed,
  onAdd,
  onClose,
}: {
  readonly organizationId: string;
  readonly installed: ReadonlySet<string>;
  readonly onAdd: (id: string) => void;
  readonly onClose: () => void;
}) => {
  const [chosen, setChosen] = useState<string>();
  return (
    <Dialog title="Install on a space" isOpen onClose={onClose}>
      <SpacePicker
        organizationId={organizationId}
        isOffered={({ id }) => !installed.has(id)}
        value={chosen}
        onPick={({ id }) => setChosen(id)}
      />
      <DialogActions>
        <Button onClick={onClose}>Cancel</Button>
        <Button
          variant="primary"
          disabled={chosen === undefined}
          onClick={() => {
            onAdd(chosen!);
            onClose();
          }}
        >
          Install
        </Button>
      </DialogActions>
    </Dialog>
  );
};

const AddSite = ({
  others,
  isPending,
  onAdd,
}: {
  readonly others: readonly Place[];
  readonly isPending: boolean;
  readonly onAdd: (id: string) => void;
}) => {
  const [chosen, setChosen] = useState('');
  return (
    <div className={styles.add}>
      <Select
        aria-label="Another site"
        options={[
          { id: '', label: 'Choose a site' },
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
  );
};

/** The spaces that an integration is installed on. */
export const InstalledSpaces = ({
  organizationId,
  params,
}: {
  readonly organizationId: string;
  readonly params: Key;
}) => {
  const { spaces } = useContents(organizationId);
  const [isAdding, setAdding] = useState(false);
  const { data: found } = useSuspenseQuery(readAll(`${INSTALLATION}/spaces`, { params }));
  const add = useIntegrationMutation((space: string) =>
    call('POST', `${INSTALLATION}/spaces`, { params, body: { space } }),
  );
  const remove = useIntegrationMutation((spaceId: string) =>
    call('DELETE', `${INSTALLATION}/spaces/{spaceId}`, { params: { ...params, spaceId } }),
  );
  const ids = new Set(found.map(({ space }) => (typeof space === 'string' ? space : space.id)));
  const installed = spaces
    .filter(({ id }) => ids.has(id))
    .map(({ id, title }) => ({ id, title: title || 'Untitled' }));
  return (
    <>
      <Places noun="space" installed={installed} onRemove={(id) => remove.mutate(id)} />
      {installed.length < spaces.length && (
        <div className={styles.add}>
          <Button icon={Plus} isBusy={add.isPending} onClick={() => setAdding(true)}>
            Install on a space
          </Button>
        </div>
      )}
      {isAdding && (
        <AddSpaceDialog
          organizationId={organizationId}
          installed={ids}
          onAdd={(id) => add.mutate(id)}
          onClose={() => setAdding(false)}
        />
      )}
    </>
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
  const others = all.filter(({ id }) => !ids.has(id));
  return (
    <>
      <Places
        noun="site"
        installed={all.filter(({ id }) => ids.has(id))}
        onRemove={(id) => remove.mutate(id)}
      />
      {others.length > 0 && (
        <AddSite others={others} isPending={add.isPending} onAdd={(id) => add.mutate(id)} />
      )}
    </>
  );
};
