import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { ApiError, call } from '../api/client.ts';
import { keyOf, read } from '../api/queries.ts';
import { Button } from '../primitives/button.tsx';
import { Dialog, DialogActions } from '../primitives/dialog.tsx';
import { Field, TextInput } from '../primitives/field.tsx';
import styles from './create-space-dialog.module.css';

const EMPTY = '';

/** Creates a space, empty or from a template, and opens it. */
export const CreateSpaceDialog = ({
  organizationId,
  onClose,
}: {
  readonly organizationId: string;
  readonly onClose: () => void;
}) => {
  const navigate = useNavigate();
  const queries = useQueryClient();
  const { data: templates } = useQuery(read('/templates'));
  const [title, setTitle] = useState('');
  const [template, setTemplate] = useState(EMPTY);
  const creation = useMutation({
    mutationFn: () =>
      call('POST', '/orgs/{organizationId}/spaces', {
        params: { organizationId },
        body: { title: title.trim(), ...(template !== EMPTY && { template: { id: template } }) },
      }),
    onSuccess: async (space) => {
      void queries.invalidateQueries({ queryKey: keyOf('/orgs/{organizationId}/spaces') });
      onClose();
      await navigate({ to: '/s/$spaceId/$', params: { spaceId: space.id, _splat: '' } });
    },
  });
  const { error } = creation;
  const titleError = error instanceof ApiError && error.details.find(({ path }) => path === 'body.title');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!creation.isPending) creation.mutate();
  };
  const choices = [
    { id: EMPTY, title: 'Empty', description: 'Start with one empty page.' },
    ...(templates?.items ?? []),
  ];
  return (
    <Dialog title="New space" isOpen onClose={onClose}>
      <form onSubmit={submit}>
        <Field label="Title" error={titleError ? titleError.message : undefined}>
          <TextInput
            value={title}
            onChange={(event) => setTitle(event.target.value)}
            maxLength={50}
            required
            placeholder="Handbook"
          />
        </Field>
        <fieldset className={styles.templates}>
          <legend>Start with</legend>
          {choices.map((choice) => (
            <label key={choice.id} className={styles.template}>
              <input
                type="radio"
                name="template"
                value={choice.id}
                checked={template === choice.id}
                onChange={() => setTemplate(choice.id)}
              />
              <span>
                <span className={styles.name}>{choice.title}</span>
                <span className={styles.description}>{choice.description}</span>
              </span>
            </label>
          ))}
        </fieldset>
        {error && !titleError && (
          <p role="alert" className={styles.error}>
            {error.message}
          </p>
        )}
        <DialogActions>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="primary" isBusy={creation.isPending}>
            Create space
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
};
