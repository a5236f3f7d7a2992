import { parseMarkdown, printMarkdown } from '@lectern/document';
import { type FormEvent, useState } from 'react';
import { call } from '../api/client.ts';
import { Button } from '../primitives/button.tsx';
import { Field, FormError, TextArea } from '../primitives/field.tsx';
import { notify } from '../primitives/toasts.tsx';
import { FormActions } from '../settings/settings-page.tsx';
import { TRANSLATION, type Translation, useTranslationMutation } from './queries.ts';

/** Changes what the translation engine is told about a translation. */
export const InstructionsForm = ({
  params,
  instructions,
}: {
  readonly params: { readonly organizationId: string; readonly translationId: string };
  readonly instructions: Translation['instructions'];
}) => {
  const saved = printMarkdown(instructions as never).trim();
  const [text, setText] = useState(saved);
  const save = useTranslationMutation(
    () => call('PUT', TRANSLATION, { params, body: { instructions: parseMarkdown(text) as never } }),
    { isForm: true, onSuccess: () => notify('The instructions were saved') },
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!save.isPending) save.mutate();
  };
  return (
    <form onSubmit={submit} noValidate>
      <Field
        label="Instructions"
        hint="For the translation engine: tone, form of address, names. They hold for texts that are translated from now on."
      >
        <TextArea rows={3} value={text} onChange={({ target }) => setText(target.value)} />
      </Field>
      <FormError error={save.error} />
      <FormActions>
        <Button type="submit" variant="primary" isBusy={save.isPending} disabled={text.trim() === saved}>
          Save
        </Button>
      </FormActions>
    </form>
  );
};
