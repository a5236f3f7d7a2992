import { Pencil } from 'lucide-react';
import { useId, useState } from 'react';
import { call } from '../api/client.ts';
import { Button, IconButton } from '../primitives/button.tsx';
import { TextInput } from '../primitives/field.tsx';
import {
  CHANGE_REQUEST,
  type ChangeRequest,
  type ChangeRequestParams,
  useChangeRequestMutation,
} from './queries.ts';
import styles from './subject.module.css';
import { tooLongInWords } from './subject-length.ts';

/** The subject of a change request, which its editors can change. */
export const ChangeRequestTitle = ({
  params,
  request,
}: {
  readonly params: ChangeRequestParams;
  readonly request: ChangeRequest;
}) => {
  const [subject, setSubject] = useState<string>();
  const errorId = useId();
  const save = useChangeRequestMutation(
    (text: string) => call('PATCH', CHANGE_REQUEST, { params, body: { subject: text } }),
    { onSuccess: () => setSubject(undefined) },
  );
  if (subject === undefined)
    return (
      <h1 className={styles.title}>
        <span>{request.subject || 'No subject'}</span>
        {request.permissions?.edit && request.status !== 'merged' && (
          <IconButton icon={Pencil} label="Edit the subject" onClick={() => setSubject(request.subject)} />
        )}
      </h1>
    );
  const tooLong = tooLongInWords(subject);
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        if (!tooLong) save.mutate(subject.trim());
      }}
    >
      <TextInput
        aria-label="Subject"
        aria-invalid={tooLong !== undefined}
        aria-describedby={tooLong && errorId}
        value={subject}
        autoFocus
        onChange={(event) => setSubject(event.target.value)}
      />
      <Button type="submit" variant="primary" isBusy={save.isPending}>
        Save
      </Button>
      <Button variant="quiet" onClick={() => setSubject(undefined)}>
        Cancel
      </Button>
      {tooLong && (
        <p id={errorId} role="alert" className={styles.error}>
          {tooLong}
        </p>
      )}
    </form>
  );
};
