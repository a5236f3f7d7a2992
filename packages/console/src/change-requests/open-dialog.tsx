import { parseMarkdown } from '@lectern/document';
import { useSuspenseQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { call } from '../api/client.ts';
import { read } from '../api/queries.ts';
import { Button } from '../primitives/button.tsx';
import { Dialog, DialogActions } from '../primitives/dialog.tsx';
import { Field, FormError, TextArea, TextInput } from '../primitives/field.tsx';
import { readKept, writeKept } from '../unsaved/kept-value.ts';
import {
  CHANGE_REQUEST,
  type ChangeRequest,
  type ChangeRequestParams,
  useChangeRequestMutation,
} from './queries.ts';
import { tooLongInWords } from './subject-length.ts';

/** The words of the dialog that are not sent yet. */
interface Words {
  readonly subject: string;
  readonly text: string;
}

/** Opens a draft for review, with a subject and a description if it has none. */
export const OpenDialog = ({
  params,
  request,
  onClose,
}: {
  readonly params: ChangeRequestParams;
  readonly request: ChangeRequest;
  readonly onClose: () => void;
}) => {
  const navigate = useNavigate();
  const { data: user } = useSuspenseQuery(read('/user'));
  // Whoever closes the dialog by mistake finds the words again.
  const name = `opening/${user.id}/${request.id}`;
  const [words, setWords] = useState(() => readKept<Words>(name) ?? { subject: request.subject, text: '' });
  const { subject, text } = words;
  const write = (change: Partial<Words>) => {
    const next = { ...words, ...change };
    setWords(next);
    writeKept(name, next);
  };
  const discard = () => {
    writeKept(name, undefined);
    onClose();
  };
  const tooLong = tooLongInWords(subject);
  const save = useChangeRequestMutation(
    () =>
      call('PATCH', CHANGE_REQUEST, {
        params,
        body: {
          subject: subject.trim(),
          status: 'open',
          ...(text.trim() !== '' && { description: parseMarkdown(text) as never }),
        },
      }),
    {
      onSuccess: () => {
        discard();
        void navigate({ to: '/s/$spaceId/~/changes/$changeRequestId', params });
      },
    },
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!save.isPending && !tooLong) save.mutate();
  };
  return (
    <Dialog
      title="Open for review"
      description="People who may review this space can comment on it, approve it and merge it."
      isOpen
      onClose={onClose}
    >
      <form onSubmit={submit}>
        <Field label="Subject" error={tooLong}>
          <TextInput
            value={subject}
            required
            placeholder="Explain how to install it"
            onChange={(event) => write({ subject: event.target.value })}
          />
        </Field>
        {!request.description && (
          <Field
            label="Description (optional)"
            hint="Why it is needed, and what reviewers should look at. Markdown works."
          >
            <TextArea rows={4} value={text} onChange={(event) => write({ text: event.target.value })} />
          </Field>
        )}
        <FormError error={save.error} />
        <DialogActions>
          <Button onClick={discard}>Cancel</Button>
          <Button type="submit" variant="primary" isBusy={save.isPending}>
            Open for review
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
};
