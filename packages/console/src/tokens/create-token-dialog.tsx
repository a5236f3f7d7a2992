import { useMutation, useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { call } from '../api/client.ts';
import { keyOf, read } from '../api/queries.ts';
import { Button } from '../primitives/button.tsx';
import { type Choice, Choices } from '../primitives/choices.tsx';
import { CopyField } from '../primitives/copy-field.tsx';
import { Dialog, DialogActions } from '../primitives/dialog.tsx';
import { Field, FormError, fieldErrorOf, TextInput } from '../primitives/field.tsx';
import { Select } from '../primitives/select.tsx';
import { Loading } from '../settings/settings-page.tsx';
import { actionOf, scopeRows } from './scope-table.ts';
import styles from './tokens.module.css';

const DAY_MS = 24 * 60 * 60 * 1000;

type Access = 'all' | 'read' | 'chosen';

const ACCESS: readonly Choice<Access>[] = [
  { id: 'all', title: 'Full access', description: 'The token can do all that you can.' },
  { id: 'read', title: 'Read only', description: 'The token can see all that you can, and change nothing.' },
  { id: 'chosen', title: 'Chosen scopes', description: 'The token can do what you choose here.' },
];
const LIFETIMES = [
  { id: '7', label: '7 days' },
  { id: '30', label: '30 days' },
  { id: '90', label: '90 days' },
  { id: '365', label: '1 year' },
  { id: '', label: 'No expiration' },
];

/** Chooses scopes in a table of resources. */
const ScopeTable = ({
  scopes,
  chosen,
  onChange,
}: {
  readonly scopes: readonly string[];
  readonly chosen: ReadonlySet<string>;
  readonly onChange: (chosen: ReadonlySet<string>) => void;
}) => {
  const toggle = (scope: string, isOn: boolean) =>
    onChange(new Set(isOn ? [...chosen, scope] : [...chosen].filter((each) => each !== scope)));
  return (
    <fieldset className={styles.scopes}>
      <legend className="sr-only">Scopes</legend>
      {scopeRows(scopes).map(({ resource, title, scopes: own }) => (
        <div key={resource} className={styles.scope}>
          <span>{title}</span>
          {own.map((scope) => (
            <label key={scope}>
              <input
                type="checkbox"
                className="check"
                aria-label={scope}
                checked={chosen.has(scope)}
                onChange={({ target }) => toggle(scope, target.checked)}
              />
              {actionOf(scope)}
            </label>
          ))}
        </div>
      ))}
    </fieldset>
  );
};

const TokenForm = ({
  onCreated,
  onClose,
}: {
  readonly onCreated: (secret: string) => void;
  readonly onClose: () => void;
}) => {
  const queries = useQueryClient();
  const { data: known } = useSuspenseQuery(read('/user/token-scopes'));
  const [label, setLabel] = useState('');
  const [access, setAccess] = useState<Access>('all');
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [days, setDays] = useState('90');
  const scopes = {
    all: null,
    read: known.scopes.filter((scope) => actionOf(scope) === 'read'),
    chosen: [...chosen],
  }[access];
  const create = useMutation({
    mutationFn: () =>
      call('POST', '/user/tokens', {
        body: {
          label: label.trim(),
          scopes,
          expiresAt: days === '' ? null : new Date(Date.now() + Number(days) * DAY_MS).toISOString(),
        },
      }),
    onSuccess: async ({ token }) => {
      onCreated(token);
      await queries.invalidateQueries({ queryKey: keyOf('/user/tokens') });
    },
  });
  const isComplete = scopes === null || scopes.length > 0;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isComplete && !create.isPending) create.mutate();
  };
  return (
    <form onSubmit={submit}>
      <Field
        label="Name"
        hint="What the token is for, such as “Pipeline”."
        error={fieldErrorOf(create.error, 'body.label')}
      >
        <TextInput required maxLength={100} value={label} onChange={({ target }) => setLabel(target.value)} />
      </Field>
      <Choices legend="Access" name="access" choices={ACCESS} value={access} onChange={setAccess} />
      {access === 'chosen' && <ScopeTable scopes={known.scopes} chosen={chosen} onChange={setChosen} />}
      <Field label="Expiration">
        <Select options={LIFETIMES} value={days} onChoose={setDays} />
      </Field>
      <FormError error={create.error} except={['body.label']} />
      <DialogActions>
        <Button onClick={onClose}>Cancel</Button>
        <Button type="submit" variant="primary" disabled={!isComplete} isBusy={create.isPending}>
          Create token
        </Button>
      </DialogActions>
    </form>
  );
};

/** Creates an API token, and shows its secret once. */
export const CreateTokenDialog = ({ onClose }: { readonly onClose: () => void }) => {
  const [secret, setSecret] = useState<string>();
  return secret === undefined ? (
    <Dialog
      title="New token"
      description="A program that has the token acts in your name."
      isOpen
      onClose={onClose}
    >
      <Loading id="new token">
        <TokenForm onCreated={setSecret} onClose={onClose} />
      </Loading>
    </Dialog>
  ) : (
    <Dialog
      title="The token was created"
      description="Copy it now: it is not shown again."
      isOpen
      onClose={onClose}
    >
      <CopyField label="Token" value={secret} />
      <DialogActions>
        <Button variant="primary" onClick={onClose}>
          Done
        </Button>
      </DialogActions>
    </Dialog>
  );
};
