import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Globe, Plus, Settings2, X } from 'lucide-react';
import { type ComponentProps, type ReactNode, useDeferredValue, useState } from 'react';
import { call } from '../api/client.ts';
import type { ItemOf } from '../api/operations.ts';
import { read, readPages } from '../api/queries.ts';
import { usePages } from '../api/use-pages.ts';
import dialogs from '../contents/dialogs.module.css';
import { Button, IconButton } from '../primitives/button.tsx';
import { Dialog, DialogActions } from '../primitives/dialog.tsx';
import { Field, FormError, TextInput } from '../primitives/field.tsx';
import { ShowMore } from '../primitives/show-more.tsx';
import { Empty } from '../settings/settings-page.tsx';
import { SpacePicker } from '../sites/space-picker.tsx';
import type { Configuration } from './configuration.ts';
import { ConfigureDialog } from './configure-dialog.tsx';
import styles from './integrations.module.css';
import { INSTALLATION, type Installation, type InstallationKey, useIntegrationMutation } from './queries.ts';

const SHOWN = 50;

type SpaceInstallation = ItemOf<`${typeof INSTALLATION}/spaces`>;
type SiteInstallation = ItemOf<`${typeof INSTALLATION}/sites`>;

/** A space or site that an integration is installed on. */
interface Place {
  readonly id: string;
  readonly title: string;
  readonly installed: SpaceInstallation | SiteInstallation;
}

const placeOf = (
  installed: SpaceInstallation | SiteInstallation,
  content: string | { readonly id: string; readonly title: string },
): Place =>
  typeof content === 'string'
    ? { id: content, title: content, installed }
    : { id: content.id, title: content.title || 'Untitled', installed };

interface InstalledProps {
  readonly organizationId: string;
  readonly params: InstallationKey;
  readonly installation: Installation;
  /** What the integration configures on each of them. */
  readonly configuration: Configuration | undefined;
}

/** The spaces or sites that an integration is installed on, with what can be done with each. */
const Places = ({
  kind,
  places,
  more,
  onRemove,
  params,
  installation,
  configuration,
}: Omit<InstalledProps, 'organizationId'> & {
  readonly kind: 'space' | 'site';
  readonly places: readonly Place[];
  /** Loads further ones. */
  readonly more: ReactNode;
  readonly onRemove: (id: string) => void;
}) => {
  const [configuredId, setConfiguredId] = useState<string>();
  const configured = places.find(({ id }) => id === configuredId);
  if (places.length === 0) return <Empty>It is installed on no {kind} yet.</Empty>;
  return (
    <>
      <ul className={styles.places}>
        {places.map(({ id, title }) => (
          <li key={id}>
            <span>{title}</span>
            {configuration && (
              <IconButton
                icon={Settings2}
                label={`Configure for ${title}`}
                onClick={() => setConfiguredId(id)}
              />
            )}
            <IconButton icon={X} label={`Remove from ${title}`} onClick={() => onRemove(id)} />
          </li>
        ))}
      </ul>
      {more}
      {configured && configuration && (
        <ConfigureDialog
          kind={kind}
          {...configured}
          params={params}
          installation={installation}
          configuration={configuration}
          onClose={() => setConfiguredId(undefined)}
        />
      )}
    </>
  );
};

const AddDialog = ({
  title,
  onAdd,
  onClose,
  children,
}: {
  readonly title: string;
  readonly onAdd: (id: string) => void;
  readonly onClose: () => void;
  readonly children: (chosen: string | undefined, choose: (id: string) => void) => ReactNode;
}) => {
  const [chosen, setChosen] = useState<string>();
  return (
    <Dialog title={title} isOpen onClose={onClose}>
      {children(chosen, setChosen)}
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

/** Chooses one of the sites of an organization, which the server searches by title. */
const SitePicker = ({
  organizationId,
  installed,
  value,
  onPick,
}: {
  readonly organizationId: string;
  readonly installed: ReadonlySet<string>;
  readonly value: string | undefined;
  readonly onPick: (id: string) => void;
}) => {
  const [text, setText] = useState('');
  const title = useDeferredValue(text.trim());
  const { data, error } = useQuery({
    ...read('/orgs/{organizationId}/sites', {
      params: { organizationId },
      query: { limit: SHOWN, ...(title !== '' && { title }) },
    }),
    placeholderData: keepPreviousData,
  });
  const hidden = (data?.count ?? 0) - (data?.items.length ?? 0);
  return (
    <>
      <Field label="Site">
        <TextInput
          type="search"
          placeholder="Words of the title"
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
      </Field>
      <div role="radiogroup" aria-label="Site to choose" className={dialogs.targets}>
        {data?.items.map((site) => (
          <label key={site.id} className={dialogs.target}>
            <input
              type="radio"
              name="site"
              value={site.id}
              disabled={installed.has(site.id)}
              checked={value === site.id}
              onChange={() => onPick(site.id)}
            />
            <Globe size={16} strokeWidth={1.75} aria-hidden="true" />
            <span className={dialogs.name}>{site.title || 'Untitled'}</span>
          </label>
        ))}
        {data?.items.length === 0 && <p className={styles.facts}>No site matches.</p>}
      </div>
      <FormError error={error} />
      {hidden > 0 && <p className={styles.facts}>{hidden} more: type words of the title.</p>}
    </>
  );
};

/** A button that asks for another place to install an integration on. */
const AddPlace = ({
  kind,
  isBusy,
  onAdd,
  children,
}: {
  readonly kind: 'space' | 'site';
  readonly isBusy: boolean;
  readonly onAdd: (id: string) => void;
  readonly children: ComponentProps<typeof AddDialog>['children'];
}) => {
  const [isAdding, setAdding] = useState(false);
  return (
    <>
      <div className={styles.add}>
        <Button icon={Plus} isBusy={isBusy} onClick={() => setAdding(true)}>
          Install on a {kind}
        </Button>
      </div>
      {isAdding && (
        <AddDialog title={`Install on a ${kind}`} onAdd={onAdd} onClose={() => setAdding(false)}>
          {children}
        </AddDialog>
      )}
    </>
  );
};

/** The spaces that an integration is installed on. */
export const InstalledSpaces = ({ organizationId, params, ...of }: InstalledProps) => {
  const { items, ...more } = usePages(
    readPages(`${INSTALLATION}/spaces`, { params, query: { extended: true, limit: SHOWN } }),
  );
  const add = useIntegrationMutation((space: string) =>
    call('POST', `${INSTALLATION}/spaces`, { params, body: { space } }),
  );
  const remove = useIntegrationMutation((spaceId: string) =>
    call('DELETE', `${INSTALLATION}/spaces/{spaceId}`, { params: { ...params, spaceId } }),
  );
  const places = items.map((installed) => placeOf(installed, installed.space));
  const ids = new Set(places.map(({ id }) => id));
  return (
    <>
      <Places
        kind="space"
        places={places}
        more={<ShowMore {...more} />}
        onRemove={(id) => remove.mutate(id)}
        params={params}
        {...of}
      />
      <AddPlace kind="space" isBusy={add.isPending} onAdd={(id) => add.mutate(id)}>
        {(chosen, choose) => (
          <SpacePicker
            organizationId={organizationId}
            isOffered={({ id }) => !ids.has(id)}
            value={chosen}
            onPick={({ id }) => choose(id)}
          />
        )}
      </AddPlace>
    </>
  );
};

/** The sites that an integration is installed on. */
export const InstalledSites = ({ organizationId, params, ...of }: InstalledProps) => {
  const { items, ...more } = usePages(
    readPages(`${INSTALLATION}/sites`, { params, query: { extended: true, limit: SHOWN } }),
  );
  const add = useIntegrationMutation((siteId: string) =>
    call('POST', `${INSTALLATION}/sites`, { params, body: { siteId } }),
  );
  const remove = useIntegrationMutation((siteId: string) =>
    call('DELETE', `${INSTALLATION}/sites/{siteId}`, { params: { ...params, siteId } }),
  );
  const places = items.map((installed) => placeOf(installed, installed.site));
  return (
    <>
      <Places
        kind="site"
        places={places}
        more={<ShowMore {...more} />}
        onRemove={(id) => remove.mutate(id)}
        params={params}
        {...of}
      />
      <AddPlace kind="site" isBusy={add.isPending} onAdd={(id) => add.mutate(id)}>
        {(chosen, choose) => (
          <SitePicker
            organizationId={organizationId}
            installed={new Set(places.map(({ id }) => id))}
            value={chosen}
            onPick={choose}
          />
        )}
      </AddPlace>
    </>
  );
};
