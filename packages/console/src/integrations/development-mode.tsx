import { type FormEvent, useState } from 'react';
import { call } from '../api/client.ts';
import { Button } from '../primitives/button.tsx';
import { Field, FormError, fieldErrorOf, TextInput } from '../primitives/field.tsx';
import { notify } from '../primitives/toasts.tsx';
import { FormActions } from '../settings/settings-page.tsx';
import { useIntegrationMutation } from './queries.ts';

const PATH = '/integrations/{integrationName}/dev';

/** Starts and ends the development mode of an integration. */
export const DevelopmentMode = ({ integrationName }: { readonly integrationName: string }) => {
  const params = { integrationName };
  const [tunnelUrl, setTunnelUrl] = useState('');
  const start = useIntegrationMutation(() => call('PUT', PATH, { params, body: { tunnelUrl } }), {
    isForm: true,
    onSuccess: () => notify('Development mode is on for twelve hours'),
  });
  const end = useIntegrationMutation(() => call('DELETE', PATH, { params }), {
    onSuccess: () => notify('Development mode is off'),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (tunnelUrl.trim() !== '' && !start.isPending) start.mutate();
  };
  return (
    <form onSubmit={submit} noValidate>
      <Field label="Address of your machine" error={fieldErrorOf(start.error, 'body.tunnelUrl')}>
        <TextInput
          type="url"
          value={tunnelUrl}
          maxLength={256}
          placeholder="https://my-tunnel.example.com"
          onChange={(event) => setTunnelUrl(event.target.value)}
        />
      </Field>
      <FormError error={start.error} except={['body.tunnelUrl']} />
      <FormActions>
        <Button isBusy={end.isPending} onClick={() => end.mutate()}>
          End
        </Button>
        <Button type="submit" variant="primary" isBusy={start.isPending} disabled={tunnelUrl.trim() === ''}>
          Start
        </Button>
      </FormActions>
    </form>
  );
};
