import { useSuspenseQuery } from '@tanstack/react-query';
import { Link, useNavigate, useParams } from '@tanstack/react-router';
import { ArrowLeft, RefreshCw, Trash2 } from 'lucide-react';
import { useEffect, useState } from 'react';
import { call } from '../api/client.ts';
import { Button } from '../primitives/button.tsx';
import { CopyField } from '../primitives/copy-field.tsx';
import { Dialog, DialogActions } from '../primitives/dialog.tsx';
import { FormError } from '../primitives/field.tsx';
import { ProgressBar } from '../primitives/progress-bar.tsx';
import { RelativeTime } from '../primitives/relative-time.tsx';
import { Switch } from '../primitives/switch.tsx';
import { notify } from '../primitives/toasts.tsx';
import rows from '../settings/rows.module.css';
import { SettingsPage, SettingsSection } from '../settings/settings-page.tsx';
import styles from './openapi.module.css';
import {
  isProcessing,
  putSpecification,
  readSpecification,
  type Source,
  SPEC,
  type Specification,
  useSpecificationMutation,
} from './queries.ts';
import { SourceForm } from './source-form.tsx';
import { SpecificationState } from './specification-state.tsx';
import { Usages } from './usages.tsx';
import { Versions } from './versions.tsx';

const ROUTE = '/o/$organizationId/~/settings/openapi/$slug';

const Errors = ({ specification }: { readonly specification: Specification }) => {
  const { lastProcessedErrors: errors = [], lastVersion } = specification;
  return (
    <SettingsSection
      title="Errors"
      description={
        lastVersion
          ? 'Pages keep showing the last valid version.'
          : 'Pages can show the specification once it is valid.'
      }
      isDangerous
    >
      <ol className={styles.errors}>
        {errors.map(({ message, line, excerpt }) => (
          <li key={message}>
            <p>{message}</p>
            {excerpt !== undefined && (
              <pre className={styles.excerpt}>
                <span aria-hidden="true">{line}</span>
                <code>{excerpt}</code>
              </pre>
            )}
          </li>
        ))}
      </ol>
    </SettingsSection>
  );
};

const Page = ({ organizationId, slug }: { readonly organizationId: string; readonly slug: string }) => {
  const params = { organizationId, specSlug: slug };
  const navigate = useNavigate();
  const { data: specification } = useSuspenseQuery(readSpecification(organizationId, slug));
  const { permissions, sourceURL, lastProcessedAt, urls } = specification;
  const [dialog, setDialog] = useState<'source' | 'delete'>();
  const close = () => setDialog(undefined);
  const save = useSpecificationMutation(
    (source: Source) => putSpecification(organizationId, slug, source),
    close,
  );
  const setVisibility = useSpecificationMutation((visibility: 'public' | 'private') =>
    call('PATCH', SPEC, { params, body: { visibility } }),
  );
  const remove = useSpecificationMutation(
    () => call('DELETE', SPEC, { params }),
    () => {
      notify(`The specification ${slug} was deleted`);
      void navigate({ to: '/o/$organizationId/~/settings/openapi', params: { organizationId } });
    },
  );
  const isBusy = isProcessing(specification);
  const refresh = useSpecificationMutation<void>(async () => undefined);
  const { mutate: reload } = refresh;
  // A new version is listed as soon as it is there.
  useEffect(() => {
    if (!isBusy) reload();
  }, [isBusy, reload]);
  return (
    <>
      <Link to="/o/$organizationId/~/settings/openapi" params={{ organizationId }} className={rows.back}>
        <ArrowLeft size={14} aria-hidden="true" /> OpenAPI
      </Link>
      <div className={rows.heading}>
        <h1>{slug}</h1>
        <SpecificationState specification={specification} />
        {permissions.edit && (
          <span className={styles.tools}>
            {sourceURL && (
              <Button
                icon={RefreshCw}
                isBusy={save.isPending || isBusy}
                onClick={() => save.mutate({ url: sourceURL })}
              >
                Fetch again
              </Button>
            )}
            <Button onClick={() => setDialog('source')}>Change the source…</Button>
          </span>
        )}
      </div>
      <p className={styles.facts}>
        {sourceURL ?? 'From a file'}
        {lastProcessedAt && (
          <>
            , checked <RelativeTime time={lastProcessedAt} />
          </>
        )}
      </p>
      {isBusy && <ProgressBar label="Checking the specification" />}
      {!isBusy && (specification.lastProcessedErrors?.length ?? 0) > 0 && (
        <Errors specification={specification} />
      )}
      <SettingsSection title="Where it is used" description="In spaces that you can see.">
        <Usages organizationId={organizationId} slug={slug} />
      </SettingsSection>
      <SettingsSection title="Versions">
        <Versions organizationId={organizationId} slug={slug} />
      </SettingsSection>
      {permissions.edit && (
        <SettingsSection title="Public address">
          <Switch
            label="Anybody can download the specification"
            description="For code generators and other tools, without signing in."
            isOn={specification.visibility === 'public'}
            isDisabled={setVisibility.isPending}
            onChange={(isOn) => setVisibility.mutate(isOn ? 'public' : 'private')}
          />
          {urls.published && <CopyField label="Address" value={urls.published} />}
        </SettingsSection>
      )}
      {permissions.edit && (
        <SettingsSection title="Delete" isDangerous>
          <div className={rows.danger}>
            <p>All versions are deleted. Pages that show it show an error instead.</p>
            <Button variant="danger" icon={Trash2} onClick={() => setDialog('delete')}>
              Delete…
            </Button>
          </div>
        </SettingsSection>
      )}
      {dialog === 'source' && (
        <Dialog title={`Source of ${slug}`} isOpen onClose={close}>
          <SourceForm
            slug={slug}
            url={sourceURL}
            error={save.error}
            isPending={save.isPending}
            onCancel={close}
            onSave={(_, source) => save.mutate(source)}
          />
        </Dialog>
      )}
      {dialog === 'delete' && (
        <Dialog
          title={`Delete the specification ${slug}?`}
          description="It cannot be restored."
          isOpen
          onClose={close}
        >
          <FormError error={remove.error} />
          <DialogActions>
            <Button onClick={close}>Cancel</Button>
            <Button variant="danger" isBusy={remove.isPending} onClick={() => remove.mutate()}>
              Delete
            </Button>
          </DialogActions>
        </Dialog>
      )}
    </>
  );
};

/** `/o/$organizationId/~/settings/openapi/$slug`: an OpenAPI specification. */
export const SpecificationRoute = () => {
  const { organizationId, slug } = useParams({ from: ROUTE });
  return (
    <SettingsPage isWide>
      <Page key={slug} organizationId={organizationId} slug={slug} />
    </SettingsPage>
  );
};
