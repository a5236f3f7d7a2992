import { useMutation, useQueryClient } from '@tanstack/react-query';
import { KeyRound, Plus } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { call } from '../api/client.ts';
import type { ItemOf } from '../api/operations.ts';
import { keyOf, readPages } from '../api/queries.ts';
import { usePages } from '../api/use-pages.ts';
import { Button } from '../primitives/button.tsx';
import { ConfirmDialog } from '../primitives/confirm-dialog.tsx';
import { CopyButton } from '../primitives/copy-button.tsx';
import { RelativeTime } from '../primitives/relative-time.tsx';
import { ShowMore } from '../primitives/show-more.tsx';
import rows from '../settings/rows.module.css';
import { Empty, SettingsPage, SettingsSection } from '../settings/settings-page.tsx';
import { useTitle } from '../shell/use-title.ts';
import { actionOf } from './scope-table.ts';
import styles from './tokens.module.css';

const CreateTokenDialog = lazy(async () => ({
  default: (await import('./create-token-dialog.tsx')).CreateTokenDialog,
}));

type Token = ItemOf<'/user/tokens'>;

// A token that may only read has more scopes than a line has room for.
const SHOWN_SCOPES = 4;

const accessInWords = ({ scopes }: Token): string => {
  if (!scopes) return 'Full access';
  if (scopes.length <= SHOWN_SCOPES) return scopes.join(', ') || 'No access';
  return scopes.every((scope) => actionOf(scope) === 'read') ? 'Read only' : `${scopes.length} scopes`;
};

const Row = ({ token, onRevoke }: { readonly token: Token; readonly onRevoke: () => void }) => (
  <li className={rows.row}>
    <KeyRound size={18} strokeWidth={1.75} aria-hidden="true" />
    <span className={rows.about}>
      <span className={rows.name}>{token.label}</span>
      <span className={rows.facts} title={token.scopes?.join(', ')}>
        <code>{token.hint}…</code> · {accessInWords(token)} · created <RelativeTime time={token.createdAt} />
        {token.expiresAt ? (
          <>
            {' '}
            · expires <RelativeTime time={token.expiresAt} />
          </>
        ) : (
          ' · does not expire'
        )}
        {token.lastUsedAt ? (
          <>
            {' '}
            · last used <RelativeTime time={token.lastUsedAt} />
          </>
        ) : (
          ' · never used'
        )}
      </span>
    </span>
    <span className={rows.side}>
      <Button aria-label={`Revoke ${token.label}`} onClick={onRevoke}>
        Revoke…
      </Button>
    </span>
  </li>
);

const Tokens = () => {
  const queries = useQueryClient();
  const { items, first, ...more } = usePages(readPages('/user/tokens', { query: { limit: 50 } }));
  const [revoked, setRevoked] = useState<Token>();
  const revoke = useMutation({
    mutationFn: ({ id }: Token) => call('DELETE', '/user/tokens/{tokenId}', { params: { tokenId: id } }),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: keyOf('/user/tokens') });
      setRevoked(undefined);
    },
  });
  if (first.count === 0) return <Empty>You have no API tokens.</Empty>;
  return (
    <>
      <ul className={rows.rows} aria-label="API tokens">
        {items.map((token) => (
          <Row key={token.id} token={token} onRevoke={() => setRevoked(token)} />
        ))}
      </ul>
      <ShowMore {...more} />
      {revoked && (
        <ConfirmDialog
          title={`Revoke the token “${revoked.label}”?`}
          description="Programs that use it lose their access at once. This cannot be undone."
          action="Revoke"
          isBusy={revoke.isPending}
          error={revoke.error}
          onConfirm={() => revoke.mutate(revoked)}
          onClose={() => setRevoked(undefined)}
        />
      )}
    </>
  );
};

/** The address at which assistants use this server; they get their tokens themselves. */
const Assistants = () => {
  const url = new URL('/mcp', location.origin).href;
  return (
    <SettingsSection
      title="Assistants"
      description="Claude, Cursor and other programs with a language model can search and read what you may read, comment, and propose changes for review. Add this MCP server to them, and sign in when they ask."
    >
      <p className={styles.address}>
        <code>{url}</code>
        <CopyButton text={url} label="Copy the address of the MCP server" />
      </p>
    </SettingsSection>
  );
};

/** `/tokens`: the API tokens of the user. */
export const TokensPage = () => {
  useTitle('API tokens');
  const [isCreating, setCreating] = useState(false);
  return (
    <SettingsPage
      title="API tokens"
      description="Programs use your API tokens to act in your name. Create a separate token for each program."
      action={
        <Button icon={Plus} variant="primary" onClick={() => setCreating(true)}>
          New token
        </Button>
      }
    >
      <Tokens />
      <Assistants />
      <Suspense>{isCreating && <CreateTokenDialog onClose={() => setCreating(false)} />}</Suspense>
    </SettingsPage>
  );
};
