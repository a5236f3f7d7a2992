import { useMutation, useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { Folder, House } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { read } from '../api/queries.ts';
import { Button } from '../primitives/button.tsx';
import { Dialog, DialogActions } from '../primitives/dialog.tsx';
import { FormError, TextInput } from '../primitives/field.tsx';
import { ShowMore } from '../primitives/show-more.tsx';
import { notify } from '../primitives/toasts.tsx';
import { useShown } from '../primitives/use-shown.ts';
import { type ContentNode, flatten } from './content-node.ts';
import styles from './dialogs.module.css';
import { refreshContents, useContents } from './queries.ts';
import { sendMove } from './use-content-changes.ts';

const TOP = '';
// As many as fit without scrolling.
const MANY = 8;

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
  const [text, setText] = useState('');
  const all = flatten(nodes);
  const moved = all.find((node) => node.id === id);
  const parent = moved?.parent ?? TOP;
  // A collection cannot be moved into itself.
  const inside = new Set(moved ? [moved, ...flatten(moved.children)].map((node) => node.id) : []);
  // Parents come before their children.
  const levels = new Map<string, number>();
  for (const { id, parent } of all) levels.set(id, (parent === undefined ? 0 : levels.get(parent)!) + 1);
  const words = text.trim().toLocaleLowerCase();
  const found = all.filter(
    ({ kind, title }) => kind === 'collection' && title.toLocaleLowerCase().includes(words),
  );
  const { items: shown, ...more } = useShown(found);
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
    <>
      {(words !== '' || found.length > MANY) && (
        <TextInput
          type="search"
          aria-label="Name of a collection"
          placeholder="Name of a collection"
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
      )}
      <div role="radiogroup" aria-label="Destination" className={styles.targets}>
        {row({ id: TOP, title: organization.title }, 0, organization.permissions.createContent)}
        {shown.map((node) => row(node, levels.get(node.id)!, node.mayCreate))}
        {found.length === 0 && words !== '' && <p className={styles.note}>No collection matches.</p>}
        <ShowMore {...more} />
      </div>
    </>
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
