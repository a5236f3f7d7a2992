import { useQueries, useSuspenseQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { ApiError } from '../../api/client.ts';
import type { Response } from '../../api/operations.ts';
import { read } from '../../api/queries.ts';
import { type Choice, PeoplePicker } from '../../people/people-picker.tsx';
import { Button } from '../../primitives/button.tsx';
import { Field, FormError, TextArea } from '../../primitives/field.tsx';
import { Switch } from '../../primitives/switch.tsx';
import { FormActions, SettingsPage, SettingsSection } from '../settings-page.tsx';
import { useOrganizationUpdate } from '../use-organization-update.ts';
import { formOf, PEOPLE_RULES, rulesOf, SIMPLE_RULES } from './rules.ts';

const ROUTE = '/o/$organizationId/~/settings/merging';

/** People by their ids, as choices; one who is no longer a member keeps their id. */
const useChoices = (organizationId: string, ids: readonly string[]): ReadonlyMap<string, Choice> => {
  const found = useQueries({
    queries: ids.map((userId) =>
      read('/orgs/{organizationId}/members/{userId}', { params: { organizationId, userId } }),
    ),
  });
  return new Map(
    ids.map((id, at) => {
      const { data, isPending } = found[at]!;
      const name = data?.user.displayName ?? (isPending ? '…' : 'Former member');
      return [id, { kind: 'user', id, name, email: data?.user.email, photo: data?.user.photoURL }];
    }),
  );
};

const RulesFields = ({
  organization,
}: {
  readonly organization: Response<'GET', '/orgs/{organizationId}'>;
}) => {
  const [form, setForm] = useState(() => formOf(organization.mergeRules));
  const update = useOrganizationUpdate(organization.id);
  const known = useChoices(organization.id, [...new Set(Object.values(form.people).flat())]);
  const wrong =
    update.error instanceof ApiError
      ? update.error.details.find(({ path }) => path.endsWith('.expression'))
      : undefined;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!update.isPending) update.mutate({ mergeRules: rulesOf(form) });
  };
  const isChanged =
    JSON.stringify(rulesOf(form)) !== JSON.stringify(rulesOf(formOf(organization.mergeRules)));
  return (
    <form onSubmit={submit} noValidate>
      <SettingsSection title="Every change request needs">
        {SIMPLE_RULES.map(({ id, label, description }) => (
          <Switch
            key={id}
            label={label}
            description={description}
            isOn={form.simple[id] === true}
            onChange={(isOn) => setForm({ ...form, simple: { ...form.simple, [id]: isOn } })}
          />
        ))}
      </SettingsSection>
      <SettingsSection title="People">
        {PEOPLE_RULES.map(({ id, label, hint }) => (
          <PeoplePicker
            key={id}
            organizationId={organization.id}
            label={label}
            hint={hint}
            chosen={(form.people[id] ?? []).map((userId) => known.get(userId)!)}
            onChange={(chosen) =>
              setForm({ ...form, people: { ...form.people, [id]: chosen.map((choice) => choice.id) } })
            }
          />
        ))}
      </SettingsSection>
      <SettingsSection title="Rules of your own">
        <Field
          label="Expressions"
          hint="One per line; each has to be true. The documentation names their values."
          error={wrong?.message}
        >
          <TextArea
            rows={3}
            value={form.expressions}
            onChange={({ target }) => setForm({ ...form, expressions: target.value })}
            spellCheck={false}
          />
        </Field>
        {!wrong && <FormError error={update.error} />}
      </SettingsSection>
      <FormActions>
        <Button type="submit" variant="primary" isBusy={update.isPending} disabled={!isChanged}>
          Save
        </Button>
      </FormActions>
    </form>
  );
};

/** `/o/$organizationId/~/settings/merging`: what change requests of an organization need to be merged. */
export const MergingRoute = () => {
  const params = useParams({ from: ROUTE });
  const { data: organization } = useSuspenseQuery(read('/orgs/{organizationId}', { params }));
  return (
    <SettingsPage
      key={organization.id}
      title="Merge rules"
      description="What a change request needs before it is merged, in all spaces without rules of their own."
    >
      <RulesFields organization={organization} />
    </SettingsPage>
  );
};
