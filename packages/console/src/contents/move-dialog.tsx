import { useMutation, useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { Folder, House } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { read } from '../api/queries.ts';
import { Button } from '../primitives/button.tsx';
import { Dialog, DialogActions } from '../primitives/dialog.tsx';
import { FormError } from '../primitives/field.tsx';
import { notify } from '../primitives/toasts.tsx';
import { ancestorsOf, type ContentNode, flatten } from './content-node.ts';
import styles from './dialogs.module.css';
import { refreshContents, useContents } from './queries.ts';
import { sendMove } from './use-content-changes.ts';

const TOP = '';

const Targets = ({
  organizationId,
  id,
  value,
  onChange,
}: {
  readonly organizationId: string;
  readonly id: string;
  readonly value: string | undefined;
  readonly onChange: (value: string) => void;
}) => {
  const { nodes } = useContents(organizationId);
  const { data: organization } = useSuspenseQuery(
    read('/orgs/{organizationId}', { params: { organizationId } }),
  );
  const all = flatten(nodes);
  const moved = all.find((node) => node.id === id);
  const parent = moved?.parent ?? TOP;
  // A collection cannot be moved into itself.
  const inside = new Set(moved ? [moved, ...flatten(moved.children)].map((node) => node.id) : []);
  const row = (
    target: { readonly id: string; readonly title: string },
    level: number,
    mayCreate: boolean,
  ) => {
    const Icon = target.id === TOP ? House : Folder;
    return (
      <label
        key={target.id}
        className={styles.target}
        style={{ paddingInlineStart: `${0.625 + level * 1.125}rem` }}
      >
        <input
          type="radio"
          name="target"
          value={target.id}
          checked={value === target.id}
          disabled={!mayCreate || target.id === parent || inside.has(target.id)}
          onChange={() => onChange(target.id)}
        />
        <Icon size={16} strokeWidth={1.75} aria-hidden="true" />
        <span className={styles.name}>{target.title}</span>
        {target.id === parent && <span className={styles.note}>Current place</span>}
      </label>
    );
  };
  return (
    <div role="radiogroup" aria-label="Destination" className={styles.targets}>
      {row({ id: TOP, title: organization.title }, 0, organization.permissions.createContent)}
      {all
        .filter(({ kind }) => kind === 'collection')
        .map((node) => row(node, ancestorsOf(nodes, node.id).length + 1, node.mayCreate))}
    </div>
  );
};

/** Moves a space or a collection to the end of another collection, or to the top. */
export const MoveDialog = ({
  organizationId,
  kind,
  id,
  title,
  onClose,
}: {
  readonly organizationId: string;
  readonly kind: ContentNode['kind'];
  readonly id: string;
  readonly title: string;
  readonly onClose: () => void;
}) => {
  const queries = useQueryClient();
  const [target, setTarget] = useState<string>();
  const moving = useMutation({
    mutationFn: (parent: string | null) => sendMove({ kind, id }, { parent }),
    onSuccess: async () => {
      await refreshContents(queries);
      notify(`“${title}” was moved`);
      onClose();
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (target !== undefined && !moving.isPending) moving.mutate(target === TOP ? null : target);
  };
  return (
    <Dialog title={`Move “${title}”`} isOpen onClose={onClose}>
      <form onSubmit={submit}>
        <Targets organizationId={organizationId} id={id} value={target} onChange={setTarget} />
        <FormError error={moving.error} />
        <DialogActions>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="primary" disabled={target === undefined} isBusy={moving.isPending}>
            Move
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
};
