import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { call } from '../api/client.ts';
import type { Response } from '../api/operations.ts';
import { Button } from '../primitives/button.tsx';
import { Dialog, DialogActions } from '../primitives/dialog.tsx';
import { Field, FormError, TextArea } from '../primitives/field.tsx';
import { Select } from '../primitives/select.tsx';
import { notify } from '../primitives/toasts.tsx';
import { parseEmails } from './parse-emails.ts';
import { PersonalLinks } from './personal-links.tsx';
import { ROLES, type RoleId, roleIdOf, roleOf } from './roles.ts';
import { useMemberChanges } from './use-member-changes.ts';

const MAX_EMAILS = 100;

const outcomeInWords = (invited: number, already: number): string =>
  [
    invited === 1 ? 'One person was invited' : `${invited} people were invited`,
    ...(already > 0 ? [`${already} already ${already === 1 ? 'is' : 'are'} there`] : []),
  ].join(', ');

/** Invites people by their e-mail addresses. */
export const InviteDialog = ({
  organization,
  onClose,
}: {
  readonly organization: Response<'GET', '/orgs/{organizationId}'>;
  readonly onClose: () => void;
}) => {
  const { refresh } = useMemberChanges(organization.id);
  const [text, setText] = useState('');
  const [role, setRole] = useState<RoleId>(roleIdOf(organization.defaultRole ?? null));
  const [isChecked, setChecked] = useState(false);
  const { emails, wrong } = parseEmails(text);
  const error =
    wrong.length > 0
      ? `No e-mail address: ${wrong.slice(0, 3).join(', ')}`
      : emails.length === 0
        ? 'Enter at least one e-mail address.'
        : emails.length > MAX_EMAILS
          ? `Invite at most ${MAX_EMAILS} people at once.`
          : undefined;
  const invite = useMutation({
    mutationFn: () =>
      call('POST', '/orgs/{organizationId}/invites', {
        params: { organizationId: organization.id },
        body: { emails: [...emails], role: roleOf(role), ...(organization.sso && { sso: true }) },
      }),
    onSuccess: async ({ invited, mailed, failedSSOEmails = [] }) => {
      await refresh();
      if (!mailed && invited > 0) return;
      onClose();
      notify(outcomeInWords(invited, emails.length - invited - failedSSOEmails.length), {
        ...(failedSSOEmails.length > 0 && { isError: true }),
      });
    },
  });
  if (invite.data && !invite.data.mailed && invite.data.invited > 0)
    return <PersonalLinks links={invite.data.links} onClose={onClose} />;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setChecked(true);
    if (error === undefined && !invite.isPending) invite.mutate();
  };
  return (
    <Dialog title="Invite people" isOpen onClose={onClose}>
      <form onSubmit={submit} noValidate>
        <Field
          label="E-mail addresses"
          hint="Separated by commas, spaces or lines."
          error={isChecked ? error : undefined}
        >
          <TextArea
            rows={4}
            value={text}
            onChange={(event) => setText(event.target.value)}
            spellCheck={false}
            autoCapitalize="none"
          />
        </Field>
        <Field label="Role" hint={ROLES.find(({ id }) => id === role)!.description}>
          <Select<RoleId> options={ROLES} value={role} onChoose={setRole} />
        </Field>
        <FormError error={invite.error} />
        <DialogActions>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="primary" isBusy={invite.isPending}>
            Invite
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
};
