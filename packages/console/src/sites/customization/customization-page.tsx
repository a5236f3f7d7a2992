import { useSuspenseQuery } from '@tanstack/react-query';
import { useBlocker, useNavigate, useSearch } from '@tanstack/react-router';
import { type FormEvent, type ReactNode, useState } from 'react';
import { ApiError, call } from '../../api/client.ts';
import { read } from '../../api/queries.ts';
import { Button } from '../../primitives/button.tsx';
import { ConfirmDialog } from '../../primitives/confirm-dialog.tsx';
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
import { Announcement } from './groups/announcement.tsx';
import { Colors } from './groups/colors.tsx';
import { Footer } from './groups/footer.tsx';
import { Header } from './groups/header.tsx';
import { Identity } from './groups/identity.tsx';
import { Languages } from './groups/languages.tsx';
import { Look } from './groups/look.tsx';
import { Pages } from './groups/pages.tsx';
import { Social } from './groups/social.tsx';
import { mergeDraft } from './merge-draft.ts';
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

interface Scope {
  readonly params: SiteParams;
  /** The site space whose settings are changed; undefined for those of the site. */
  readonly siteSpaceId: string | undefined;
}

/** Unsaved settings, and the stored ones that they began with. */
interface Draft {
  readonly base: Customization;
  readonly settings: Customization;
}

/** The settings as they are stored now, which somebody else may have changed. */
const readCurrent = async ({ params, siteSpaceId }: Scope): Promise<Customization> => {
  if (siteSpaceId === undefined) return call('GET', CUSTOMIZATION, { params });
  const { hasOverrides: _, ...settings } = await call('GET', OF_SPACE, {
    params: { ...params, siteSpaceId },
  });
  return settings;
};

const MOST_TRIES = 3;

/**
 * Saves a draft: all settings of a site, or those that a site space has of its own. What somebody else has saved
 * meanwhile is kept. Settings that both changed are returned, and nothing is saved, unless the draft may replace them.
 */
const save = async (
  scope: Scope,
  { base, settings }: Draft,
  mayReplace: boolean,
  triesLeft = MOST_TRIES,
): Promise<readonly string[]> => {
  const { params, siteSpaceId } = scope;
  const current = await readCurrent(scope);
  const merged = mergeDraft(base, settings, current);
  if (merged.conflicts.length > 0 && !mayReplace) return merged.conflicts;
  if (siteSpaceId !== undefined) {
    const body = overrideOf(current, merged.settings);
    await call('PATCH', OF_SPACE, { params: { ...params, siteSpaceId }, body });
    return [];
  }
  try {
    await call('PUT', CUSTOMIZATION, { params, body: { ...forSaving(merged.settings), replaces: current } });
    return [];
  } catch (error) {
    // Somebody was faster than the request: their settings are merged as well.
    const isLate = error instanceof ApiError && error.status === 409 && triesLeft > 1;
    if (!isLate) throw error;
    return save(scope, { base, settings }, mayReplace, triesLeft - 1);
  }
};

/** Asks before settings that somebody else has saved meanwhile are replaced. */
const ReplaceDialog = ({
  names,
  isBusy,
  error,
  onConfirm,
  onClose,
}: {
  readonly names: readonly string[];
  readonly isBusy: boolean;
  readonly error: Error | null;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
}) => (
  <ConfirmDialog
    title="Replace the changes of somebody else?"
    description={`Since you began, somebody else has saved other values of these settings: ${names.join(', ')}. All other changes of both of you are kept.`}
    action="Replace them"
    isBusy={isBusy}
    error={error}
    onConfirm={onConfirm}
    onClose={onClose}
  />
);

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
  const [draft, setDraft] = useState<Draft>();
  const settings = draft?.settings ?? stored;
  const isUnsaved = draft !== undefined;
  const edit = (change: (settings: Customization) => Customization) =>
    setDraft((before) => ({
      base: before?.base ?? stored,
      settings: change(before?.settings ?? stored),
    }));
  const mayChange = site.permissions.admin;
  const change: Change = (group, fields) => edit((before) => withFields(before, group, fields));
  const saving = useSiteMutation((mayReplace: boolean) => save(scope, draft!, mayReplace), {
    isInForm: true,
    onSuccess: (conflicts) => {
      if (conflicts.length > 0) return;
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
    if (isUnsaved && !saving.isPending) saving.mutate(false);
  };
  const problem = saving.error?.message;
  const conflicts = saving.data ?? [];
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
              onTitle={(title) => edit((before) => ({ ...before, title }))}
              onLocalizedTitle={(localizedTitle) => edit((before) => ({ ...before, localizedTitle }))}
              onFavicon={(favicon) => edit((before) => ({ ...before, favicon }))}
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
            <Social
              {...group}
              onAccounts={(socialAccounts) => edit((before) => ({ ...before, socialAccounts }))}
            />
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
      {isUnsaved && conflicts.length > 0 && (
        <ReplaceDialog
          names={conflicts}
          isBusy={saving.isPending}
          error={saving.error}
          onConfirm={() => saving.mutate(true)}
          onClose={() => saving.reset()}
        />
      )}
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
