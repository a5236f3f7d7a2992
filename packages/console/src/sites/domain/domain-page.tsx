import { useState } from 'react';
import { call } from '../../api/client.ts';
import { Field, fieldErrorOf, TextInput } from '../../primitives/field.tsx';
import { notify } from '../../primitives/toasts.tsx';
import { CopyButton } from '../copy-button.tsx';
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

const Record = ({
  name,
  type,
  value,
}: {
  readonly name: string;
  readonly type: string;
  readonly value: string;
}) => (
  <div className={styles.url}>
    <code>
      {name} {type} {value}
    </code>
    <CopyButton text={value} label={`Copy the value of the ${type} record`} />
  </div>
);

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
      <>
        <p className={styles.note}>
          Set this record where the domain is managed. The site answers as soon as the record points to this
          server; your reverse proxy needs a certificate for the name.
        </p>
        <Record name={site.hostname} type="CNAME" value={window.location.hostname} />
      </>
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
