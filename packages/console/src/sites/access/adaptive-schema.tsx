import { useSuspenseQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError, call } from '../../api/client.ts';
import type { Request } from '../../api/operations.ts';
import { read } from '../../api/queries.ts';
import { Check } from '../../primitives/check.tsx';
import { CopyButton } from '../../primitives/copy-button.tsx';
import { Field, TextArea } from '../../primitives/field.tsx';
import { notify } from '../../primitives/toasts.tsx';
import { SITE, type Site, type SiteParams, useSiteMutation } from '../queries.ts';
import { SettingsForm } from '../settings-form.tsx';
import styles from '../sites.module.css';
import { parseClaims } from './claims-field.tsx';

const SCHEMA = '/orgs/{organizationId}/sites/{siteId}/adaptive-schema';

type Schema = Request<'PUT', typeof SCHEMA>['body']['jsonSchema'];

const problemOf = (error: Error | null): string | undefined => {
  const problem = error instanceof ApiError ? error.details[0] : undefined;
  return problem && `${problem.path.replace(/^body\.jsonSchema\.?/, '')} ${problem.message}`.trim();
};

const SchemaForm = ({ params }: { readonly params: SiteParams }) => {
  const { data } = useSuspenseQuery(read(SCHEMA, { params }));
  const stored = JSON.stringify(data.jsonSchema, null, 2);
  const [text, setText] = useState(stored);
  const schema = parseClaims(text);
  const saving = useSiteMutation(
    () => call('PUT', SCHEMA, { params, body: { jsonSchema: schema as unknown as Schema } }),
    { isInForm: true, onSuccess: () => notify('The schema was saved') },
  );
  return (
    <SettingsForm
      saving={saving}
      fields={saving.error instanceof ApiError ? saving.error.details.map(({ path }) => path.slice(5)) : []}
      label="Save schema"
      isUnchanged={schema === undefined || text === stored}
    >
      <Field
        label="Schema of the claims"
        hint="JSON Schema: each claim has a type and a description. Claims outside of the schema are not read."
        error={schema === undefined ? 'This is not an object in JSON.' : problemOf(saving.error)}
      >
        <TextArea
          rows={10}
          spellCheck={false}
          value={text}
          onChange={({ target }) => setText(target.value)}
        />
      </Field>
    </SettingsForm>
  );
};

const Conditions = ({ params }: { readonly params: SiteParams }) => {
  const { data } = useSuspenseQuery(read(`${SCHEMA}/template-conditions`, { params }));
  if (data.items.length === 0) return null;
  return (
    <>
      <h3>Conditions to copy</h3>
      <p className={styles.note}>For pages, sections, spaces and links that only some visitors see.</p>
      {data.items.map(({ description, condition }) => (
        <div key={condition} className={styles.url}>
          <code>{condition}</code>
          <span className={styles.visibility}>{description}</span>
          <CopyButton text={condition} label={`Copy the condition ${condition}`} />
        </div>
      ))}
    </>
  );
};

/** The claims that a site knows of its visitors, and whether its content depends on them. */
export const AdaptiveSchema = ({ params, site }: { readonly params: SiteParams; readonly site: Site }) => {
  const switching = useSiteMutation((enabled: boolean) =>
    call('PATCH', SITE, { params, body: { adaptiveContent: { enabled } } }),
  );
  return (
    <>
      <h2 id="claims">Adaptive content</h2>
      <Check
        label="Show content by the claims of visitors"
        hint="Pages, sections and links with a condition are shown to the visitors for whom it holds."
        isOn={switching.isPending ? switching.variables : site.adaptiveContent.enabled}
        onChange={switching.mutate}
      />
      {site.adaptiveContent.enabled && (
        <>
          <SchemaForm params={params} />
          <Conditions params={params} />
        </>
      )}
    </>
  );
};
