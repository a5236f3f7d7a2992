import { useSuspenseQuery } from '@tanstack/react-query';
import { useBlocker, useNavigate, useSearch } from '@tanstack/react-router';
import { type FormEvent, type ReactNode, useState } from 'react';
import { ApiError, call } from '../../api/client.ts';
import { read } from '../../api/queries.ts';
import { Button } from '../../primitives/button.tsx';
import { Dialog, DialogActions } from '../../primitives/dialog.tsx';
import { Field } from '../../primitives/field.tsx';
import { Select } from '../../primitives/select.tsx';
import { notify } from '../../primitives/toasts.tsx';
import { Loading } from '../../settings/settings-page.tsx';
import { readStructure, SITE, type Site, type SiteParams, useSite, useSiteMutation } from '../queries.ts';
import styles from '../sites.module.css';
import { structureNodes, structureTree } from '../structure/structure-node.ts';
import own from './customization.module.css';
import { type Change, type Customization, forSaving, withFields } from './draft.ts';
import { Announcement, Colors, Footer, Header, Identity, Languages, Look, Pages, Social } from './groups.tsx';
import { overrideOf } from './override.ts';
import { Preview } from './preview.tsx';

const ROUTE = '/o/$organizationId/sites/$siteId/customization';
const CUSTOMIZATION = `${SITE}/customization` as const;
const OF_SPACE = `${SITE}/site-spaces/{siteSpaceId}/customization` as const;

const Group = ({
  title,
  isOpen = false,
  children,
}: {
  readonly title: string;
  readonly isOpen?: boolean;
  readonly children: ReactNode;
}) => (
  <details className={own.group} open={isOpen}>
    <summary>{title}</summary>
    <div className={own.fields}>{children}</div>
  </details>
);

/** Asks before unsaved settings are left. */
const LeaveDialog = ({ isUnsaved }: { readonly isUnsaved: boolean }) => {
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: () => isUnsaved,
    enableBeforeUnload: () => isUnsaved,
    withResolver: true,
  });
  return (
    <Dialog
      title="Leave without saving?"
      description="The changes of the customization are lost."
      isOpen={status === 'blocked'}
      onClose={() => reset?.()}
    >
      <DialogActions>
        <Button onClick={() => reset?.()}>Stay</Button>
        <Button variant="danger" onClick={() => proceed?.()}>
          Leave
        </Button>
      </DialogActions>
    </Dialog>
  );
};

const errorWords = (error: Error | null): string | undefined => {
  const detail = error instanceof ApiError ? error.details[0] : undefined;
  return detail ? `${detail.path.replace(/^body\./, '')} ${detail.message}` : error?.message;
};

interface Scope {
  readonly params: SiteParams;
  /** The site space whose settings are changed; undefined for those of the site. */
  readonly siteSpaceId: string | undefined;
}

/** Saves a draft: all settings of a site, or those that a site space has of its own. */
const save = ({ params, siteSpaceId }: Scope, stored: Customization, draft: Customization) =>
  siteSpaceId === undefined
    ? call('PUT', CUSTOMIZATION, { params, body: forSaving(draft) })
    : call('PATCH', OF_SPACE, { params: { ...params, siteSpaceId }, body: overrideOf(stored, draft) });

const Editor = ({
  scope,
  site,
  stored,
  hasOverrides,
}: {
  readonly scope: Scope;
  readonly site: Site;
  readonly stored: Customization;
  readonly hasOverrides: boolean;
}) => {
  const { params, siteSpaceId } = scope;
  const isOfSpace = siteSpaceId !== undefined;
  const [draft, setDraft] = useState<Customization>();
  const settings = draft ?? stored;
  const isUnsaved = draft !== undefined;
  const mayChange = site.permissions.admin;
  const change: Change = (group, fields) => setDraft((before) => withFields(before ?? stored, group, fields));
  const saving = useSiteMutation((): Promise<unknown> => save(scope, stored, settings), {
    isInForm: true,
    onSuccess: () => {
      setDraft(undefined);
      notify('The customization was saved');
    },
  });
  const reset = useSiteMutation(
    () => call('DELETE', OF_SPACE, { params: { ...params, siteSpaceId: siteSpaceId! } }),
    {
      onSuccess: () => {
        setDraft(undefined);
        notify('The space follows the site again');
      },
    },
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isUnsaved && !saving.isPending) saving.mutate();
  };
  const problem = errorWords(saving.error);
  const group = { settings, isOfSpace, change };
  return (
    <div className={own.page}>
      <form className={own.form} onSubmit={submit} aria-label="Customization">
        <ScopeChoice scope={scope} isUnsaved={isUnsaved} />
        {isOfSpace && (
          <p className={own.scopeNote}>
            {hasOverrides
              ? 'This space has settings of its own. All others follow the site.'
              : 'This space follows the site. What you change here is for this space only.'}
          </p>
        )}
        {isOfSpace && hasOverrides && mayChange && (
          <Button isBusy={reset.isPending} onClick={() => reset.mutate()}>
            Follow the site in everything
          </Button>
        )}
        <fieldset disabled={!mayChange} className={own.all}>
          <legend className="sr-only">Settings</legend>
          <Group title={isOfSpace ? 'Theme' : 'Theme and fonts'} isOpen>
            <Look {...group} />
          </Group>
          <Group title="Colors">
            <Colors {...group} />
          </Group>
          <Group title="Title, logo and favicon">
            <Identity
              {...group}
              onTitle={(title) => setDraft({ ...settings, title })}
              onLocalizedTitle={(localizedTitle) => setDraft({ ...settings, localizedTitle })}
              onFavicon={(favicon) => setDraft({ ...settings, favicon })}
            />
          </Group>
          <Group title="Header">
            <Header {...group} />
          </Group>
          <Group title="Footer">
            <Footer {...group} />
          </Group>
          <Group title="Announcement">
            <Announcement {...group} />
          </Group>
          <Group title="Pages">
            <Pages {...group} />
          </Group>
          <Group title="Language">
            <Languages {...group} />
          </Group>
          <Group title="Social and privacy">
            <Social {...group} onAccounts={(socialAccounts) => setDraft({ ...settings, socialAccounts })} />
          </Group>
        </fieldset>
        {mayChange && (
          <div className={own.bar}>
            <span className={own.state} role="status">
              {problem ??
                (isUnsaved ? 'Only you see these changes until you save them.' : 'All changes are saved.')}
            </span>
            <Button disabled={!isUnsaved} onClick={() => setDraft(undefined)}>
              Discard
            </Button>
            <Button type="submit" variant="primary" disabled={!isUnsaved} isBusy={saving.isPending}>
              Save
            </Button>
          </div>
        )}
      </form>
      <section aria-label="Preview" className={own.preview}>
        <Loading id={`preview ${siteSpaceId}`}>
          <Preview params={params} site={site} settings={settings} siteSpaceId={siteSpaceId} />
        </Loading>
      </section>
      <LeaveDialog isUnsaved={isUnsaved && !saving.isPending} />
    </div>
  );
};

/** Chooses whose settings are changed: those of the site, or of one of its spaces. */
const ScopeChoice = ({
  scope: { params, siteSpaceId = '' },
  isUnsaved,
}: {
  readonly scope: Scope;
  readonly isUnsaved: boolean;
}) => {
  const navigate = useNavigate();
  const { data } = useSuspenseQuery(readStructure(params));
  const spaces = structureTree
    .flatten(structureNodes(data))
    .filter(({ item }) => item.object === 'site-space');
  if (spaces.length < 2 && siteSpaceId === '') return null;
  return (
    <Field label="Settings of" hint={isUnsaved ? 'Save or discard the changes first.' : undefined}>
      <Select
        options={[
          { id: '', label: 'The whole site' },
          ...spaces.map(({ id, title }) => ({ id, label: title })),
        ]}
        value={siteSpaceId}
        disabled={isUnsaved}
        onChoose={(id) => void navigate({ to: ROUTE, params, search: id === '' ? {} : { space: id } })}
      />
    </Field>
  );
};

const SiteEditor = ({ params, site }: { readonly params: SiteParams; readonly site: Site }) => {
  const { data } = useSuspenseQuery(read(CUSTOMIZATION, { params }));
  return <Editor scope={{ params, siteSpaceId: undefined }} site={site} stored={data} hasOverrides={false} />;
};

const SpaceEditor = ({
  params,
  site,
  siteSpaceId,
}: {
  readonly params: SiteParams;
  readonly site: Site;
  readonly siteSpaceId: string;
}) => {
  const { data } = useSuspenseQuery(read(OF_SPACE, { params: { ...params, siteSpaceId } }));
  const { hasOverrides, ...stored } = data;
  return <Editor scope={{ params, siteSpaceId }} site={site} stored={stored} hasOverrides={hasOverrides} />;
};

/** The customization of a site or of one of its spaces, with a preview of unsaved changes beside it. */
export const CustomizationPage = () => {
  const { params, site } = useSite();
  const { space } = useSearch({ from: ROUTE });
  return (
    <>
      <h2 className="sr-only">Customization</h2>
      {!site.permissions.admin && (
        <p className={`${styles.note} ${own.reading}`}>You can see the settings, but not change them.</p>
      )}
      <Loading id={`${site.id} ${space}`}>
        {space === undefined ? (
          <SiteEditor key={site.id} params={params} site={site} />
        ) : (
          <SpaceEditor key={space} params={params} site={site} siteSpaceId={space} />
        )}
      </Loading>
    </>
  );
};
