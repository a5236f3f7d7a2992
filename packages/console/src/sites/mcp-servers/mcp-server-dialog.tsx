import { Plus, Trash2 } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { call } from '../../api/client.ts';
import { Button, IconButton } from '../../primitives/button.tsx';
import { Dialog, DialogActions } from '../../primitives/dialog.tsx';
import { Field, FormError, fieldErrorOf, TextInput } from '../../primitives/field.tsx';
import { type SiteParams, useSiteMutation } from '../queries.ts';
import { draftsOf, type HeaderDraft, headersOf, type McpServer, SERVER, SERVERS } from './mcp-server.ts';
import styles from './mcp-servers.module.css';

const MAX_HEADERS = 20;

const HeaderFields = ({
  drafts,
  onChange,
}: {
  readonly drafts: readonly HeaderDraft[];
  readonly onChange: (drafts: readonly HeaderDraft[]) => void;
}) => {
  const set = (key: number, changes: Partial<HeaderDraft>) =>
    onChange(drafts.map((draft) => (draft.key === key ? { ...draft, ...changes } : draft)));
  const add = () =>
    onChange([
      ...drafts,
      { key: Math.max(-1, ...drafts.map(({ key }) => key)) + 1, name: '', value: '', isStored: false },
    ]);
  return (
    <fieldset className={styles.headers}>
      <legend>Headers</legend>
      <p className={styles.hint}>
        Sent with every request, such as Authorization. Values are encrypted and never shown again.
      </p>
      {drafts.map(({ key, name, value, isStored }, at) => (
        <div key={key} className={styles.header}>
          <TextInput
            aria-label={`Name of header ${at + 1}`}
            value={name}
            placeholder="Authorization"
            maxLength={100}
            spellCheck={false}
            required
            onChange={({ target }) => set(key, { name: target.value, isStored: false })}
          />
          <TextInput
            type="password"
            autoComplete="off"
            aria-label={`Value of header ${at + 1}`}
            value={value}
            placeholder={isStored ? 'Unchanged' : 'Value'}
            maxLength={512}
            required={!isStored}
            onChange={({ target }) => set(key, { value: target.value })}
          />
          <IconButton
            icon={Trash2}
            label={`Remove header ${at + 1}`}
            onClick={() => onChange(drafts.filter((draft) => draft.key !== key))}
          />
        </div>
      ))}
      {drafts.length < MAX_HEADERS && (
        <Button variant="quiet" icon={Plus} onClick={add}>
          Add a header
        </Button>
      )}
    </fieldset>
  );
};

/** Adds an MCP server, or changes one. */
export const McpServerDialog = ({
  params,
  server,
  onClose,
}: {
  readonly params: SiteParams;
  /** The server that is changed. */
  readonly server: McpServer | undefined;
  readonly onClose: () => void;
}) => {
  const [name, setName] = useState(server?.name ?? '');
  const [url, setUrl] = useState(server?.url ?? '');
  const [drafts, setDrafts] = useState<readonly HeaderDraft[]>(draftsOf(server?.headers ?? {}));
  const saving = useSiteMutation(
    (): Promise<unknown> => {
      const body = { name: name.trim(), url: url.trim(), headers: headersOf(drafts) };
      return server
        ? call('PATCH', SERVER, { params: { ...params, siteMcpServerId: server.id }, body })
        : call('POST', SERVERS, { params, body });
    },
    { isInForm: true, onSuccess: onClose },
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!saving.isPending) saving.mutate();
  };
  return (
    <Dialog title={server ? 'Edit MCP server' : 'New MCP server'} isOpen onClose={onClose}>
      <form onSubmit={submit}>
        <Field label="Name" error={fieldErrorOf(saving.error, 'body.name')}>
          <TextInput
            value={name}
            onChange={({ target }) => setName(target.value)}
            maxLength={100}
            placeholder="Orders"
            required
          />
        </Field>
        <Field
          label="Address"
          hint="The address of its Streamable HTTP transport."
          error={fieldErrorOf(saving.error, 'body.url')}
        >
          <TextInput
            type="url"
            value={url}
            onChange={({ target }) => setUrl(target.value)}
            placeholder="https://mcp.example.com/mcp"
            maxLength={2048}
            spellCheck={false}
            required
          />
        </Field>
        <HeaderFields drafts={drafts} onChange={setDrafts} />
        <FormError error={saving.error} except={['body.name', 'body.url']} />
        <DialogActions>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="primary" isBusy={saving.isPending}>
            {server ? 'Save' : 'Add'}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
};
