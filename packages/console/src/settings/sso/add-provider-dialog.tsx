import { useNavigate } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { Button } from '../../primitives/button.tsx';
import { Choices } from '../../primitives/choices.tsx';
import { Dialog, DialogActions } from '../../primitives/dialog.tsx';
import { Field, FormError, fieldErrorOf, TextInput } from '../../primitives/field.tsx';
import { type ProviderKind, useAddProvider } from './providers.ts';

const KINDS = [
  {
    id: 'oidc',
    title: 'OpenID Connect',
    description: 'Google, Microsoft Entra, Keycloak, Okta and most others.',
  },
  {
    id: 'saml',
    title: 'SAML 2.0',
    description: 'Providers without OpenID Connect. People can be provisioned (SCIM).',
  },
] as const;

/** Adds an identity provider; its set-up follows. */
export const AddProviderDialog = ({
  organizationId,
  onClose,
}: {
  readonly organizationId: string;
  readonly onClose: () => void;
}) => {
  const navigate = useNavigate();
  const [kind, setKind] = useState<ProviderKind>('oidc');
  const [label, setLabel] = useState('');
  const add = useAddProvider(organizationId);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!add.isPending)
      add.mutate(
        { kind, label: label.trim() },
        {
          onSuccess: (id) =>
            void navigate({
              to: '/o/$organizationId/~/settings/sso/$kind/$providerId',
              params: { organizationId, kind, providerId: id },
            }),
        },
      );
  };
  return (
    <Dialog title="Add an identity provider" isOpen onClose={onClose}>
      <form onSubmit={submit} noValidate>
        <Choices legend="Protocol" name="kind" choices={KINDS} value={kind} onChange={setKind} />
        <Field
          label="Label"
          hint="On the button of the sign-in page, such as the name of your company."
          error={fieldErrorOf(add.error, 'body.label')}
        >
          <TextInput value={label} onChange={(event) => setLabel(event.target.value)} maxLength={30} />
        </Field>
        <FormError error={add.error} except={['body.label']} />
        <DialogActions>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="primary" isBusy={add.isPending}>
            Continue
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
};
