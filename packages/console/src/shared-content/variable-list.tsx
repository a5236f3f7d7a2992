import { useSuspenseQuery } from '@tanstack/react-query';
import { Braces, Pencil, Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import rows from '../contents/collection-page.module.css';
import { type ContentPlace, readVariables } from '../pages/content-place.ts';
import { Button, IconButton } from '../primitives/button.tsx';
import { Dialog, DialogActions } from '../primitives/dialog.tsx';
import { notify } from '../primitives/toasts.tsx';
import type { PageNode } from '../spaces/tree/page-node.ts';
import styles from './shared-content.module.css';
import { useVariables, type Variable } from './use-variables.ts';
import { UsedBy } from './used-by.tsx';
import { VariableDialog } from './variable-dialog.tsx';

const shownValue = (value: Variable['value']): string =>
  typeof value === 'boolean' ? (value ? 'Yes' : 'No') : String(value);

/** The variables of a space or a change request. */
export const VariableList = ({
  place,
  pages,
  mayEdit,
}: {
  readonly place: ContentPlace;
  readonly pages: ReadonlyMap<string, PageNode>;
  readonly mayEdit: boolean;
}) => {
  const { data: variables } = useSuspenseQuery(readVariables(place, true));
  const { remove } = useVariables(place);
  const [edited, setEdited] = useState<Variable | 'new'>();
  const [deleted, setDeleted] = useState<Variable>();
  return (
    <section aria-labelledby="variables">
      <header className={styles.header}>
        <h2 id="variables">Variables</h2>
        {mayEdit && (
          <Button icon={Plus} onClick={() => setEdited('new')}>
            New variable
          </Button>
        )}
      </header>
      <p className={rows.description}>
        Values such as a version number that pages name in an expression: they change everywhere at once.
      </p>
      {variables.length === 0 ? (
        <p className={rows.empty}>There are no variables yet.</p>
      ) : (
        <ul className={rows.rows}>
          {variables.map((variable) => (
            <li key={variable.name} className={rows.row}>
              <Braces size={18} strokeWidth={1.75} aria-hidden="true" className={styles.icon} />
              <span className={rows.about}>
                <code className={styles.name}>{variable.name}</code>
                <span className={styles.value}>{shownValue(variable.value)}</span>
                <UsedBy place={place} pages={pages} usage={variable.usedBy} />
              </span>
              {mayEdit && (
                <span>
                  <IconButton
                    icon={Pencil}
                    label={`Change ${variable.name}`}
                    onClick={() => setEdited(variable)}
                  />
                  <IconButton
                    icon={Trash2}
                    label={`Delete ${variable.name}`}
                    onClick={() => setDeleted(variable)}
                  />
                </span>
              )}
            </li>
          ))}
        </ul>
      )}
      {edited && (
        <VariableDialog
          place={place}
          variable={edited === 'new' ? undefined : edited}
          names={variables.map(({ name }) => name)}
          onClose={() => setEdited(undefined)}
        />
      )}
      {deleted && (
        <Dialog
          title={`Delete the variable ${deleted.name}?`}
          description={
            (deleted.usedBy?.count ?? 0) === 0
              ? 'No page uses it.'
              : `It is used by ${deleted.usedBy!.count} ${deleted.usedBy!.count === 1 ? 'page' : 'pages'}, which will show nothing in its place.`
          }
          isOpen
          onClose={() => setDeleted(undefined)}
        >
          <DialogActions>
            <Button onClick={() => setDeleted(undefined)}>Cancel</Button>
            <Button
              variant="danger"
              isBusy={remove.isPending}
              onClick={() =>
                remove.mutate(deleted.name, {
                  onSuccess: () => setDeleted(undefined),
                  onError: (error) => notify(error.message, { isError: true }),
                })
              }
            >
              Delete
            </Button>
          </DialogActions>
        </Dialog>
      )}
    </section>
  );
};
