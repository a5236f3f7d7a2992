import { type FormEvent, useState } from 'react';
import { Button } from '../primitives/button.tsx';
import { DialogActions } from '../primitives/dialog.tsx';
import { Field, FormError, fieldErrorOf, TextInput } from '../primitives/field.tsx';
import { EVENT_WORDS, type EventType, type Webhook } from './queries.ts';
import styles from './webhooks.module.css';

const EVENTS = Object.keys(EVENT_WORDS) as readonly EventType[];

/** The fields of a webhook that people set. */
export type WebhookFields = Pick<Webhook, 'url' | 'description' | 'events'>;

/** The address and the events of a webhook. */
export const WebhookForm = ({
  webhook,
  error,
  isPending,
  onCancel,
  onSave,
}: {
  /** The webhook that is changed. */
  readonly webhook?: Webhook;
  readonly error: Error | null;
  readonly isPending: boolean;
  readonly onCancel: () => void;
  readonly onSave: (fields: WebhookFields) => void;
}) => {
  const [url, setUrl] = useState(webhook?.url ?? '');
  const [description, setDescription] = useState(webhook?.description ?? '');
  const [events, setEvents] = useState<readonly EventType[]>(webhook?.events ?? ['*']);
  const [isChecked, setChecked] = useState(false);
  const urlError = /^https?:\/\/\S+$/.test(url.trim())
    ? undefined
    : 'Enter an address that begins with http:// or https://.';
  const eventsError = events.length === 0 ? 'Choose at least one event.' : undefined;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setChecked(true);
    if (urlError === undefined && eventsError === undefined && !isPending)
      onSave({ url: url.trim(), description: description.trim(), events: [...events] });
  };
  const toggle = (type: EventType, isChosen: boolean) =>
    setEvents((chosen) => {
      if (!isChosen) return chosen.filter((each) => each !== type);
      return type === '*' ? ['*'] : [...chosen.filter((each) => each !== '*'), type];
    });
  return (
    <form onSubmit={submit} noValidate>
      <Field label="Address" error={(isChecked ? urlError : undefined) ?? fieldErrorOf(error, 'body.url')}>
        <TextInput
          type="url"
          value={url}
          onChange={(event) => setUrl(event.target.value)}
          placeholder="https://example.com/hooks/docs"
          maxLength={2048}
          spellCheck={false}
        />
      </Field>
      <Field label="Description (optional)">
        <TextInput
          value={description}
          onChange={(event) => setDescription(event.target.value)}
          maxLength={500}
        />
      </Field>
      <fieldset className={styles.events}>
        <legend>Events</legend>
        {EVENTS.map((type) => (
          <label key={type}>
            <input
              type="checkbox"
              checked={events.includes(type)}
              onChange={({ target }) => toggle(type, target.checked)}
            />
            {EVENT_WORDS[type]}
          </label>
        ))}
        {isChecked && eventsError && <p className={styles.error}>{eventsError}</p>}
      </fieldset>
      <FormError error={error} except={['body.url']} />
      <DialogActions>
        <Button onClick={onCancel}>Cancel</Button>
        <Button type="submit" variant="primary" isBusy={isPending}>
          {webhook ? 'Save' : 'Create'}
        </Button>
      </DialogActions>
    </form>
  );
};
