import { parseMarkdown } from '@lectern/document';
import { useSuspenseQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { call } from '../api/client.ts';
import { findSpaces } from '../contents/queries.ts';
import { Button } from '../primitives/button.tsx';
import { Dialog, DialogActions } from '../primitives/dialog.tsx';
import { Field, FormError, fieldErrorOf, TextArea } from '../primitives/field.tsx';
import { Select } from '../primitives/select.tsx';
import { LANGUAGES, type Language } from '../sites/languages.ts';
import { SpacePicker } from '../sites/space-picker.tsx';
import { TRANSLATIONS, useTranslationMutation } from './queries.ts';

/** Creates a copy of a space in another language. */
export const CreateDialog = ({
  organizationId,
  onClose,
}: {
  readonly organizationId: string;
  readonly onClose: () => void;
}) => {
  const navigate = useNavigate();
  const { data: spaces } = useSuspenseQuery(findSpaces(organizationId));
  const first = spaces.items[0];
  const [space, setSpace] = useState(first?.id ?? '');
  const [from, setFrom] = useState<Language>(first?.language ?? 'en');
  const [to, setTo] = useState<Language>(from === 'de' ? 'en' : 'de');
  const [instructions, setInstructions] = useState('');
  const create = useTranslationMutation(
    () =>
      call('POST', TRANSLATIONS, {
        params: { organizationId },
        body: {
          source: { space, language: from },
          language: to,
          ...(instructions.trim() && { instructions: parseMarkdown(instructions) as never }),
        },
      }),
    {
      isForm: true,
      onSuccess: ({ id }) =>
        void navigate({
          to: '/o/$organizationId/~/settings/translations/$translationId',
          params: { organizationId, translationId: id },
        }),
    },
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!create.isPending) create.mutate();
  };
  const same = from === to ? 'Choose another language than that of the source.' : undefined;
  return (
    <Dialog
      title="New translation"
      description="A copy of the space is made and translated in the background."
      isOpen
      onClose={onClose}
    >
      <form onSubmit={submit} noValidate>
        <SpacePicker
          organizationId={organizationId}
          value={space}
          onPick={({ id, language }) => {
            setSpace(id);
            setFrom(language ?? from);
          }}
        />
        <Field label="Its language" error={fieldErrorOf(create.error, 'body.source.language')}>
          <Select options={LANGUAGES} value={from} onChoose={setFrom} />
        </Field>
        <Field label="New language" error={same ?? fieldErrorOf(create.error, 'body.language')}>
          <Select options={LANGUAGES} value={to} onChoose={setTo} />
        </Field>
        <Field
          label="Instructions (optional)"
          hint="For the translation engine: tone, form of address, names."
        >
          <TextArea
            rows={3}
            maxLength={5000}
            value={instructions}
            onChange={(event) => setInstructions(event.target.value)}
          />
        </Field>
        <FormError error={create.error} except={['body.source.language', 'body.language']} />
        <DialogActions>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            type="submit"
            variant="primary"
            isBusy={create.isPending}
            disabled={space === '' || same !== undefined}
          >
            Create
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
};
