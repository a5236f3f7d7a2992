import { type FormEvent, useState } from 'react';
import type { Response } from '../api/operations.ts';
import { uploadLogo } from '../api/upload.ts';
import { Button } from '../primitives/button.tsx';
import { Field, FormError, fieldErrorOf, TextInput } from '../primitives/field.tsx';
import { ImageAddress } from '../primitives/image-address.tsx';
import styles from './details-form.module.css';
import { FormActions } from './settings-page.tsx';
import { useOrganizationUpdate } from './use-organization-update.ts';

const FIELDS = ['body.title', 'body.logo', 'body.hostname'];

/** Changes the name, the logo and the hostname of an organization. */
export const DetailsForm = ({
  organization,
}: {
  readonly organization: Response<'GET', '/orgs/{organizationId}'>;
}) => {
  const saved = {
    title: organization.title,
    logo: organization.urls.logo ?? '',
    hostname: organization.hostname ?? '',
  };
  const [fields, setFields] = useState(saved);
  const update = useOrganizationUpdate(organization.id);
  const isHostnameTaken = update.error?.message.toLowerCase().includes('hostname') === true;
  const given = {
    title: fields.title.trim(),
    logo: fields.logo.trim(),
    hostname: fields.hostname.trim(),
  };
  const isChanged = JSON.stringify(given) !== JSON.stringify(saved);
  // An upload ends later than what was typed meanwhile.
  const set = (change: Partial<typeof saved>) => setFields((now) => ({ ...now, ...change }));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!update.isPending && isChanged)
      update.mutate({
        ...(given.title !== saved.title && { title: given.title }),
        ...(given.logo !== saved.logo && { logo: given.logo === '' ? null : given.logo }),
        ...(given.hostname !== saved.hostname && { hostname: given.hostname }),
      });
  };
  return (
    <form onSubmit={submit} noValidate className={styles.form}>
      <Field label="Name" error={fieldErrorOf(update.error, 'body.title')}>
        <TextInput
          value={fields.title}
          onChange={(event) => set({ title: event.target.value })}
          maxLength={255}
          autoComplete="organization"
        />
      </Field>
      <ImageAddress
        label="Logo"
        hint="A square picture, shown beside the name: upload one, or give its address."
        error={fieldErrorOf(update.error, 'body.logo')}
        value={fields.logo}
        upload={(file) => uploadLogo(organization.id, file)}
        onChange={(logo) => set({ logo })}
      />
      <Field
        label="Hostname"
        hint="A part of the addresses of sites: lower-case letters, digits and hyphens. With a new one, old addresses stop working."
        error={
          fieldErrorOf(update.error, 'body.hostname') ??
          // Another organization has it.
          (isHostnameTaken ? update.error?.message : undefined)
        }
      >
        <TextInput
          value={fields.hostname}
          onChange={(event) => set({ hostname: event.target.value })}
          maxLength={32}
          spellCheck={false}
          autoCapitalize="none"
        />
      </Field>
      {!isHostnameTaken && <FormError error={update.error} except={FIELDS} />}
      <FormActions>
        <Button type="submit" variant="primary" isBusy={update.isPending} disabled={!isChanged}>
          Save
        </Button>
      </FormActions>
    </form>
  );
};
