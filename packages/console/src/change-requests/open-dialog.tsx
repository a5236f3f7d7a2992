import { parseMarkdown } from '@lectern/document';
import { useNavigate } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { call } from '../api/client.ts';
import { Button } from '../primitives/button.tsx';
import { Dialog, DialogActions } from '../primitives/dialog.tsx';
import { Field, FormError, TextArea, TextInput } from '../primitives/field.tsx';
import {
  CHANGE_REQUEST,
  type ChangeRequest,
  type ChangeRequestParams,
  SUBJECT_LENGTH,
  useChangeRequestMutation,
} from './queries.ts';

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
  const [subject, setSubject] = useState(request.subject);
  const [text, setText] = useState('');
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
        onClose();
        void navigate({ to: '/s/$spaceId/~/changes/$changeRequestId', params });
      },
    },
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!save.isPending) save.mutate();
  };
  return (
    <Dialog
      title="Open for review"
      description="People who may review this space can comment on it, approve it and merge it."
      isOpen
      onClose={onClose}
    >
      <form onSubmit={submit}>
        <Field label="Subject">
          <TextInput
            value={subject}
            required
            maxLength={SUBJECT_LENGTH}
            placeholder="Explain how to install it"
            onChange={(event) => setSubject(event.target.value)}
          />
        </Field>
        {!request.description && (
          <Field
            label="Description (optional)"
            hint="Why it is needed, and what reviewers should look at. Markdown works."
          >
            <TextArea rows={4} value={text} onChange={(event) => setText(event.target.value)} />
          </Field>
        )}
        <FormError error={save.error} />
        <DialogActions>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="primary" isBusy={save.isPending}>
            Open for review
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
};
