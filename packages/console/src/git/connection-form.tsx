import { Globe, KeyRound, Lock } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { call } from '../api/client.ts';
import { Button } from '../primitives/button.tsx';
import { type Choice, Choices } from '../primitives/choices.tsx';
import { Field, FormError, fieldErrorOf, TextInput } from '../primitives/field.tsx';
import { Switch } from '../primitives/switch.tsx';
import styles from './git.module.css';
import { type GitConnection, useGitMutation } from './queries.ts';

type Authentication = GitConnection['authentication']['type'];

const AUTHENTICATION: readonly Choice<Authentication>[] = [
  {
    id: 'deploy_key',
    title: 'Deploy key',
    description: 'A key for this repository alone. It is made here; you add it to the repository.',
    icon: KeyRound,
  },
  {
    id: 'token',
    title: 'Access token',
    description: 'A token or an app password of your git host, stored encrypted.',
    icon: Lock,
  },
  {
    id: 'none',
    title: 'None',
    description: 'The repository is public, and only imported from.',
    icon: Globe,
  },
];

const FIELDS = ['body.url', 'body.branch', 'body.directory', 'body.authentication.token'] as const;

const EXAMPLES: Readonly<Record<Authentication, string>> = {
  deploy_key: 'git@github.com:acme/docs.git',
  token: 'https://github.com/acme/docs.git',
  none: 'https://github.com/acme/docs.git',
};

/** The SSH URL of a repository for its https URL. */
const sshUrlOf = (url: string): string => {
  const [, host, path] = /^https?:\/\/([\w.-]+)\/(.+?)(?:\.git)?\/*$/.exec(url) ?? [];
  return host ? `git@${host}:${path}.git` : url;
};

/** The https URL of a repository for its SSH URL. */
const httpsUrlOf = (url: string): string => {
  const [, host, path] =
    /^[\w.-]+@([\w.-]+):(?!\/)(.+)$/.exec(url) ?? /^ssh:\/\/(?:[\w.-]+@)?([\w.-]+)\/(.+)$/.exec(url) ?? [];
  return host ? `https://${host}/${path}` : url;
};

/** Connects a space to a repository, or changes its connection. */
export const ConnectionForm = ({
  spaceId,
  connection,
  onDone,
  onCancel,
}: {
  readonly spaceId: string;
  /** The connection to change. */
  readonly connection?: GitConnection;
  readonly onDone?: () => void;
  readonly onCancel?: () => void;
}) => {
  const [url, setUrl] = useState(connection?.url ?? '');
  const [branch, setBranch] = useState(connection?.branch ?? 'main');
  const [directory, setDirectory] = useState(connection?.directory ?? '');
  const [type, setType] = useState<Authentication>(connection?.authentication.type ?? 'deploy_key');
  const [username, setUsername] = useState(connection?.authentication.username ?? '');
  const [token, setToken] = useState('');
  const [automaticExport, setAutomaticExport] = useState(connection?.automaticExport ?? true);
  const [forgetHostKeys, setForgetHostKeys] = useState(false);
  const save = useGitMutation(
    spaceId,
    () =>
      call('PUT', '/spaces/{spaceId}/git/connection', {
        params: { spaceId },
        body: {
          url: url.trim(),
          branch: branch.trim(),
          directory: directory.trim(),
          authentication: {
            type,
            ...(type === 'token' && username.trim() && { username: username.trim() }),
            ...(type === 'token' && token && { token }),
          },
          automaticExport,
          ...(forgetHostKeys && { forgetHostKeys }),
        },
      }),
    { isForm: true, onSuccess: () => onDone?.() },
  );
  const hasToken = connection?.authentication.type === 'token';
  const errorOf = (path: (typeof FIELDS)[number]) => fieldErrorOf(save.error, path);
  const chooseType = (chosen: Authentication) => {
    setType(chosen);
    // Nobody may write to a public repository without signing in.
    if ((chosen === 'none') !== (type === 'none')) setAutomaticExport(chosen !== 'none');
    setUrl((given) => (chosen === 'deploy_key' ? sshUrlOf(given) : httpsUrlOf(given)));
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!save.isPending) save.mutate();
  };
  return (
    <form onSubmit={submit} noValidate className={styles.form}>
      <Choices
        legend="How to sign in"
        name="authentication"
        choices={AUTHENTICATION}
        value={type}
        onChange={chooseType}
      />
      <Field label="Address of the repository" error={errorOf('body.url')}>
        <TextInput
          value={url}
          onChange={(event) => setUrl(event.target.value)}
          placeholder={EXAMPLES[type]}
          maxLength={2048}
          spellCheck={false}
          autoCapitalize="none"
          required
        />
      </Field>
      {type === 'token' && (
        <div className={styles.pair}>
          <Field label="Token" error={errorOf('body.authentication.token')}>
            <TextInput
              type="password"
              value={token}
              onChange={(event) => setToken(event.target.value)}
              placeholder={hasToken ? 'Keep the stored token' : ''}
              autoComplete="off"
              maxLength={4096}
            />
          </Field>
          <Field label="User (optional)">
            <TextInput
              value={username}
              onChange={(event) => setUsername(event.target.value)}
              autoComplete="off"
              maxLength={256}
              spellCheck={false}
            />
          </Field>
        </div>
      )}
      <div className={styles.pair}>
        <Field label="Branch" error={errorOf('body.branch')}>
          <TextInput
            value={branch}
            onChange={(event) => setBranch(event.target.value)}
            maxLength={240}
            spellCheck={false}
            autoCapitalize="none"
          />
        </Field>
        <Field label="Folder (optional)" error={errorOf('body.directory')}>
          <TextInput
            value={directory}
            onChange={(event) => setDirectory(event.target.value)}
            placeholder="docs"
            maxLength={1024}
            spellCheck={false}
            autoCapitalize="none"
          />
        </Field>
      </div>
      <Switch
        label="Push changes of this space automatically"
        description="One commit about a minute after the last change. Otherwise you push with a button."
        isOn={automaticExport}
        onChange={setAutomaticExport}
      />
      {connection && connection.hostKeys.length > 0 && type === 'deploy_key' && (
        <Switch
          label="Forget the key of the SSH server"
          description={`Only if the server was replaced on purpose. Known: ${connection.hostKeys.join(', ')}`}
          isOn={forgetHostKeys}
          onChange={setForgetHostKeys}
        />
      )}
      <FormError error={save.error} except={FIELDS} />
      <div className={styles.actions}>
        {onCancel && <Button onClick={onCancel}>Cancel</Button>}
        <Button type="submit" variant="primary" isBusy={save.isPending}>
          {connection ? 'Save' : 'Connect'}
        </Button>
      </div>
    </form>
  );
};
