import { type FormEvent, useState } from 'react';
import { Button } from '../../primitives/button.tsx';
import { Field, FormError, fieldErrorOf, TextArea, TextInput } from '../../primitives/field.tsx';
import { notify } from '../../primitives/toasts.tsx';
import { FormActions } from '../settings-page.tsx';
import { type SamlProvider, useSamlUpdate } from './providers.ts';
import styles from './sso.module.css';

// The value of a sign-on URL that was not set.
const UNSET = 'about:blank';
const FIELDS = ['body.label', 'body.ssoURL', 'body.entityID', 'body.certificate'];

/** The values that a SAML provider gives. */
export const SamlForm = ({
  organizationId,
  provider,
}: {
  readonly organizationId: string;
  readonly provider: SamlProvider;
}) => {
  const [fields, setFields] = useState({
    label: provider.label,
    ssoURL: provider.ssoURL === UNSET ? '' : provider.ssoURL,
    entityID: provider.entityID,
    certificate: provider.certificate,
  });
  const update = useSamlUpdate(organizationId, provider.id);
  const set = (change: Partial<typeof fields>) => setFields({ ...fields, ...change });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const { ssoURL, ...rest } = fields;
    if (!update.isPending)
      update.mutate(
        { ...rest, ...(ssoURL.trim() !== '' && { ssoURL: ssoURL.trim() }) },
        { onSuccess: () => notify('The provider was saved') },
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
      <Field label="Sign-on URL" error={fieldErrorOf(update.error, 'body.ssoURL')}>
        <TextInput
          type="url"
          placeholder="https://idp.example.com/sso"
          value={fields.ssoURL}
          onChange={({ target }) => set({ ssoURL: target.value })}
        />
      </Field>
      <Field label="Entity ID (issuer)" error={fieldErrorOf(update.error, 'body.entityID')}>
        <TextInput
          placeholder="https://idp.example.com/metadata"
          value={fields.entityID}
          onChange={({ target }) => set({ entityID: target.value })}
          maxLength={1024}
        />
      </Field>
      <Field
        label="Certificate"
        hint="PEM, of the key that signs assertions. During a change of keys, both, one below the other."
        error={fieldErrorOf(update.error, 'body.certificate')}
      >
        <TextArea
          rows={5}
          placeholder="-----BEGIN CERTIFICATE-----"
          value={fields.certificate}
          onChange={({ target }) => set({ certificate: target.value })}
          spellCheck={false}
        />
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
