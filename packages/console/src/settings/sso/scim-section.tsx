import { useMutation, useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../api/client.ts';
import { keyOf, read } from '../../api/queries.ts';
import { Button } from '../../primitives/button.tsx';
import { ConfirmDialog } from '../../primitives/confirm-dialog.tsx';
import { CopyField } from '../../primitives/copy-field.tsx';
import { RelativeTime } from '../../primitives/relative-time.tsx';
import { notify } from '../../primitives/toasts.tsx';
import rows from '../rows.module.css';
import { FormActions, SettingsSection } from '../settings-page.tsx';

const SCIM = '/orgs/{organizationId}/saml/{samlProviderId}/scim';
const TOKEN = '/orgs/{organizationId}/saml/{samlProviderId}/scim/token';

const ScimToken = ({
  organizationId,
  samlProviderId,
}: {
  readonly organizationId: string;
  readonly samlProviderId: string;
}) => {
  const queries = useQueryClient();
  const params = { organizationId, samlProviderId };
  const { data: scim } = useSuspenseQuery(read(SCIM, { params }));
  const [isRevoking, setRevoking] = useState(false);
  const onSuccess = () => queries.invalidateQueries({ queryKey: keyOf(SCIM) });
  const create = useMutation({
    mutationFn: () => call('POST', TOKEN, { params }),
    onSuccess,
    onError: (error) => notify(error.message, { isError: true }),
  });
  const revoke = useMutation({
    mutationFn: () => call('DELETE', TOKEN, { params }),
    onSuccess: async () => {
      create.reset();
      setRevoking(false);
      await onSuccess();
    },
  });
  return (
    <>
      <CopyField label="SCIM base URL" value={scim.baseURL} />
      {create.data && (
        <>
          <CopyField label="Token" value={create.data.secret} />
          <p className={rows.note}>Copy the token now: it is not shown again.</p>
        </>
      )}
      {!create.data && (
        <p className={rows.note}>
          {scim.token ? (
            <>
              The token <code>{scim.token.hint}…</code> was created{' '}
              <RelativeTime time={scim.token.createdAt} />
              {scim.token.lastUsedAt ? (
                <>
                  , and last used <RelativeTime time={scim.token.lastUsedAt} />.
                </>
              ) : (
                ', and was not used yet.'
              )}
            </>
          ) : (
            'There is no token yet.'
          )}
        </p>
      )}
      <FormActions>
        {scim.token && (
          <Button variant="danger" onClick={() => setRevoking(true)}>
            Revoke…
          </Button>
        )}
        <Button isBusy={create.isPending} onClick={() => create.mutate()}>
          {scim.token ? 'Replace the token' : 'Create a token'}
        </Button>
      </FormActions>
      {isRevoking && (
        <ConfirmDialog
          title="Revoke the SCIM token?"
          description="The identity provider can no longer add or change people. Those who are there stay."
          action="Revoke"
          isBusy={revoke.isPending}
          error={revoke.error}
          onConfirm={() => revoke.mutate()}
          onClose={() => setRevoking(false)}
        />
      )}
    </>
  );
};

/** The token with which an identity provider provisions people and teams. */
export const ScimSection = (props: { readonly organizationId: string; readonly samlProviderId: string }) => (
  <SettingsSection
    title="Provisioning (SCIM)"
    description="The identity provider adds, changes and disables people and teams by itself."
  >
    <ScimToken {...props} />
  </SettingsSection>
);
