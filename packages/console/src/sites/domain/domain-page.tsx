import { useSuspenseQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../api/client.ts';
import { read } from '../../api/queries.ts';
import { Button } from '../../primitives/button.tsx';
import { CopyButton } from '../../primitives/copy-button.tsx';
import { Field, fieldErrorOf, TextInput } from '../../primitives/field.tsx';
import { notify } from '../../primitives/toasts.tsx';
import { Loading } from '../../settings/settings-page.tsx';
import { SITE, type Site, type SiteParams, useSite, useSiteMutation } from '../queries.ts';
import { SettingsForm } from '../settings-form.tsx';
import styles from '../sites.module.css';

type Name = 'basename' | 'hostname' | 'proxy';

/** A form for one part of the address of a site. */
const AddressForm = ({
  params,
  name,
  label,
  hint,
  value,
  placeholder,
}: {
  readonly params: SiteParams;
  readonly name: Name;
  readonly label: string;
  readonly hint: string;
  readonly value: string;
  readonly placeholder?: string;
}) => {
  const [text, setText] = useState(value);
  const given = text.trim();
  const saving = useSiteMutation(
    () =>
      call('PATCH', SITE, {
        params,
        body: name === 'basename' ? { basename: given } : { [name]: given || null },
      }),
    { isInForm: true, onSuccess: () => notify('The address was saved') },
  );
  return (
    <SettingsForm saving={saving} fields={[name]} isUnchanged={given === value}>
      <Field label={label} hint={hint} error={fieldErrorOf(saving.error, `body.${name}`)}>
        <TextInput
          value={text}
          placeholder={placeholder}
          maxLength={name === 'basename' ? 100 : 512}
          required={name === 'basename'}
          onChange={({ target }) => setText(target.value)}
        />
      </Field>
    </SettingsForm>
  );
};

const STATES = {
  correct: { state: 'published', words: 'The records lead to this server.' },
  elsewhere: { state: 'warning', words: 'There are records, but they do not lead to this server.' },
  missing: { state: 'warning', words: 'There are no records yet. New ones may take some hours to be seen.' },
  'no-hostname': { state: 'draft', words: '' },
} as const;

const inWords = (names: readonly string[]): string => names.join(', ') || 'none';

/** The DNS records of the hostname: what to set, and what there is. */
const DnsRecords = ({ params }: { readonly params: SiteParams }) => {
  const { data, isFetching, refetch } = useSuspenseQuery(read(`${SITE}/dns`, { params }));
  const { record, found, hostname, state } = data;
  return (
    <>
      <h3>DNS</h3>
      <p className={styles.note}>
        Set this record where the domain is managed. The site answers as soon as the record leads to this
        server; your reverse proxy needs a certificate for the name.
      </p>
      <div className={styles.url}>
        <code>
          {hostname} {record.type} {record.value}
        </code>
        <CopyButton text={record.value} label={`Copy the value of the ${record.type} record`} />
      </div>
      <p className={styles.note} role="status">
        <span className={styles.badge} data-state={STATES[state].state}>
          {state === 'correct' ? 'Correct' : 'Not correct yet'}
        </span>{' '}
        {STATES[state].words} Found: CNAME {inWords(found.cname)}; addresses {inWords(found.addresses)}.
      </p>
      <div className={styles.actions}>
        <Button isBusy={isFetching} onClick={() => void refetch()}>
          Check again
        </Button>
      </div>
    </>
  );
};

const OwnDomain = ({ params, site }: { readonly params: SiteParams; readonly site: Site }) => (
  <section aria-labelledby="domain">
    <h2 id="domain">Your own domain</h2>
    <p className={styles.note}>
      The site is then at the root of this host. Leave it empty to use the address of the server.
    </p>
    <AddressForm
      key={site.hostname}
      params={params}
      name="hostname"
      label="Hostname"
      hint="A name with at least two dots, such as docs.example.com."
      placeholder="docs.example.com"
      value={site.hostname ?? ''}
    />
    {site.hostname && (
      <Loading id={site.hostname}>
        <DnsRecords params={params} />
      </Loading>
    )}
  </section>
);

const Subdirectory = ({ params, site }: { readonly params: SiteParams; readonly site: Site }) => (
  <section aria-labelledby="proxy">
    <h2 id="proxy">A folder of another site</h2>
    <p className={styles.note}>
      Serves the site below a path of a host that you run, such as example.com/docs. Your proxy passes
      requests on to this server.
    </p>
    <AddressForm
      key={site.proxy?.origin}
      params={params}
      name="proxy"
      label="Host and path"
      hint="Without https://, with at least one folder."
      placeholder="example.com/docs"
      value={site.proxy?.origin ?? ''}
    />
    {site.proxy && (
      <>
        <p className={styles.note}>
          Your proxy removes the folder from the path and sends the rest, with the query, to this address:
        </p>
        <div className={styles.url}>
          <code>{site.proxy.target}</code>
          <CopyButton text={site.proxy.target} label="Copy the target of the proxy" />
        </div>
      </>
    )}
  </section>
);

/** The address of a site: on the server, on an own domain, or in a folder of another site. */
export const DomainPage = () => {
  const { params, site } = useSite();
  const address = site.urls.published ?? site.urls.preview;
  return (
    <div className={styles.page}>
      <section aria-labelledby="current">
        <h2 id="current">Address</h2>
        <div className={styles.url}>
          <code>{address}</code>
          <CopyButton text={address} label="Copy the address of the site" />
        </div>
        {site.permissions.admin && (
          <AddressForm
            key={site.basename}
            params={params}
            name="basename"
            label="Path on the server"
            hint="The first part of the path, where the site has no domain of its own. The old address stops working."
            value={site.basename}
          />
        )}
      </section>
      {site.permissions.admin && (
        <>
          <OwnDomain params={params} site={site} />
          <Subdirectory params={params} site={site} />
        </>
      )}
    </div>
  );
};
