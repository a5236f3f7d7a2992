import { useSuspenseQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { ApiError } from '../../api/client.ts';
import { read } from '../../api/queries.ts';
import { Button } from '../../primitives/button.tsx';
import { Field, FormError, TextArea } from '../../primitives/field.tsx';
import { FormActions } from '../settings-page.tsx';
import { useOrganizationUpdate } from '../use-organization-update.ts';
import { parseDomains } from './parse-domains.ts';

/** Changes the e-mail domains whose people may join. */
export const EmailDomainsForm = ({ organizationId }: { readonly organizationId: string }) => {
  const { data: organization } = useSuspenseQuery(
    read('/orgs/{organizationId}', { params: { organizationId } }),
  );
  const saved = organization.emailDomains.join('\n');
  const [text, setText] = useState(saved);
  const update = useOrganizationUpdate(organizationId);
  const emailDomains = parseDomains(text);
  const detail =
    update.error instanceof ApiError
      ? update.error.details.find(({ path }) => path.startsWith('body.emailDomains'))
      : undefined;
  const at = Number(detail?.path.split('.').at(-1));
  const error = detail && `${emailDomains[at] ?? 'A domain'} ${detail.message}`;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!update.isPending)
      update.mutate(
        { emailDomains: [...emailDomains] },
        { onSuccess: (changed) => setText(changed.emailDomains.join('\n')) },
      );
  };
  return (
    <form onSubmit={submit} noValidate>
      <Field label="Domains" hint="One per line, such as example.com." error={error}>
        <TextArea
          rows={3}
          value={text}
          onChange={(event) => setText(event.target.value)}
          spellCheck={false}
          autoCapitalize="none"
        />
      </Field>
      {!error && <FormError error={update.error} />}
      <FormActions>
        <Button
          type="submit"
          variant="primary"
          isBusy={update.isPending}
          disabled={emailDomains.join('\n') === saved}
        >
          Save
        </Button>
      </FormActions>
    </form>
  );
};
