import { type FormEvent, useState } from 'react';
import { Button } from '../../primitives/button.tsx';
import { Field, FormError, fieldErrorOf, TextInput } from '../../primitives/field.tsx';
import { notify } from '../../primitives/toasts.tsx';
import { FormActions } from '../settings-page.tsx';
import { parseDomains } from './parse-domains.ts';
import { type OidcProvider, useOidcUpdate } from './providers.ts';
import styles from './sso.module.css';

const FIELDS = ['body.label', 'body.issuer', 'body.clientId', 'body.clientSecret', 'body.domains'];

/** The values that an OpenID Connect provider gives. */
export const OidcForm = ({
  organizationId,
  provider,
}: {
  readonly organizationId: string;
  readonly provider: OidcProvider;
}) => {
  const [fields, setFields] = useState({
    label: provider.label,
    issuer: provider.issuer ?? '',
    clientId: provider.clientId ?? '',
    clientSecret: '',
    domains: (provider.domains ?? []).join(', '),
  });
  const update = useOidcUpdate(organizationId, provider.id);
  const set = (change: Partial<typeof fields>) => setFields({ ...fields, ...change });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const domains = parseDomains(fields.domains);
    const { label, issuer, clientId, clientSecret } = fields;
    if (!update.isPending)
      update.mutate(
        {
          label,
          ...(issuer.trim() !== '' && { issuer: issuer.trim() }),
          ...(clientId.trim() !== '' && { clientId: clientId.trim() }),
          ...(clientSecret !== '' && { clientSecret }),
          domains: domains.length > 0 ? [...domains] : null,
        },
        {
          onSuccess: () => {
            set({ clientSecret: '' });
            notify('The provider was saved');
          },
        },
      );
  };
  return (
    <form onSubmit={submit} noValidate className={styles.form}>
      <Field label="Label" error={fieldErrorOf(update.error, 'body.label')}>
        <TextInput
          value={fields.label}
          onChange={({ target }) => set({ label: target.value })}
          maxLength={30}
        />
      </Field>
      <Field
        label="Issuer"
        hint="Its configuration is read when you save, and what is wrong with it is told here."
        error={fieldErrorOf(update.error, 'body.issuer')}
      >
        <TextInput
          type="url"
          placeholder="https://accounts.example.com"
          value={fields.issuer}
          onChange={({ target }) => set({ issuer: target.value })}
        />
      </Field>
      <Field label="Client ID" error={fieldErrorOf(update.error, 'body.clientId')}>
        <TextInput
          value={fields.clientId}
          onChange={({ target }) => set({ clientId: target.value })}
          maxLength={255}
          autoComplete="off"
        />
      </Field>
      <Field
        label="Client secret"
        hint={
          provider.status === 'active'
            ? 'It is kept encrypted and not shown. Leave it empty to keep it.'
            : 'It is kept encrypted and not shown again.'
        }
        error={fieldErrorOf(update.error, 'body.clientSecret')}
      >
        <TextInput
          type="password"
          value={fields.clientSecret}
          onChange={({ target }) => set({ clientSecret: target.value })}
          maxLength={1024}
          autoComplete="new-password"
        />
      </Field>
      <Field
        label="Allowed e-mail domains"
        hint="Separated by commas; empty for all. Required for providers where anyone can create an account."
        error={fieldErrorOf(update.error, 'body.domains')}
      >
        <TextInput value={fields.domains} onChange={({ target }) => set({ domains: target.value })} />
      </Field>
      <FormError error={update.error} except={FIELDS} />
      <FormActions>
        <Button type="submit" variant="primary" isBusy={update.isPending}>
          Save
        </Button>
      </FormActions>
    </form>
  );
};
