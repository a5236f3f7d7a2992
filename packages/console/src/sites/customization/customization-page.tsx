import { useSuspenseQuery } from '@tanstack/react-query';
import { useBlocker } from '@tanstack/react-router';
import { type FormEvent, type ReactNode, useState } from 'react';
import { ApiError, call } from '../../api/client.ts';
import { read } from '../../api/queries.ts';
import { Button } from '../../primitives/button.tsx';
import { Dialog, DialogActions } from '../../primitives/dialog.tsx';
import { notify } from '../../primitives/toasts.tsx';
import { Loading } from '../../settings/settings-page.tsx';
import { type Site, type SiteParams, useSite, useSiteMutation } from '../queries.ts';
import styles from '../sites.module.css';
import own from './customization.module.css';
import { type Change, type Customization, forSaving, withFields } from './draft.ts';
import { Announcement, Colors, Footer, Header, Identity, Languages, Look, Pages, Social } from './groups.tsx';
import { Preview } from './preview.tsx';

const CUSTOMIZATION = '/orgs/{organizationId}/sites/{siteId}/customization';

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

const Editor = ({
  params,
  site,
  stored,
}: {
  readonly params: SiteParams;
  readonly site: Site;
  readonly stored: Customization;
}) => {
  const [draft, setDraft] = useState<Customization>();
  const settings = draft ?? stored;
  const isUnsaved = draft !== undefined;
  const mayChange = site.permissions.admin;
  const change: Change = (group, fields) => setDraft((before) => withFields(before ?? stored, group, fields));
  const saving = useSiteMutation(() => call('PUT', CUSTOMIZATION, { params, body: forSaving(settings) }), {
    isInForm: true,
    onSuccess: () => {
      setDraft(undefined);
      notify('The customization was saved');
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isUnsaved && !saving.isPending) saving.mutate();
  };
  const problem = errorWords(saving.error);
  return (
    <div className={own.page}>
      <form className={own.form} onSubmit={submit} aria-label="Customization">
        <fieldset disabled={!mayChange} className={own.all}>
          <legend className="sr-only">Settings</legend>
          <Group title="Theme and fonts" isOpen>
            <Look settings={settings} change={change} />
          </Group>
          <Group title="Colors">
            <Colors settings={settings} change={change} />
          </Group>
          <Group title="Title, logo and favicon">
            <Identity
              settings={settings}
              change={change}
              onTitle={(title) => setDraft({ ...settings, title })}
              onLocalizedTitle={(localizedTitle) => setDraft({ ...settings, localizedTitle })}
              onFavicon={(favicon) => setDraft({ ...settings, favicon })}
            />
          </Group>
          <Group title="Header">
            <Header settings={settings} change={change} />
          </Group>
          <Group title="Footer">
            <Footer settings={settings} change={change} />
          </Group>
          <Group title="Announcement">
            <Announcement settings={settings} change={change} />
          </Group>
          <Group title="Pages">
            <Pages settings={settings} change={change} />
          </Group>
          <Group title="Language">
            <Languages settings={settings} change={change} />
          </Group>
          <Group title="Social and privacy">
            <Social
              settings={settings}
              change={change}
              onAccounts={(socialAccounts) => setDraft({ ...settings, socialAccounts })}
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
        <Loading id="preview">
          <Preview params={params} site={site} settings={settings} />
        </Loading>
      </section>
      <LeaveDialog isUnsaved={isUnsaved && !saving.isPending} />
    </div>
  );
};

/** The customization of a site, with a preview of unsaved changes beside it. */
export const CustomizationPage = () => {
  const { params, site } = useSite();
  const { data } = useSuspenseQuery(read(CUSTOMIZATION, { params }));
  return (
    <>
      <h2 className="sr-only">Customization</h2>
      {!site.permissions.admin && (
        <p className={`${styles.note} ${own.reading}`}>You can see the settings, but not change them.</p>
      )}
      <Editor key={site.id} params={params} site={site} stored={data} />
    </>
  );
};
