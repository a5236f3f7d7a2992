import { useSuspenseQuery } from '@tanstack/react-query';
import { Braces, Plus } from 'lucide-react';
import { useState } from 'react';
import rows from '../contents/collection-page.module.css';
import { type ContentPlace, readVariables } from '../pages/content-place.ts';
import { Button } from '../primitives/button.tsx';
import { ShowMore } from '../primitives/show-more.tsx';
import { useShown } from '../primitives/use-shown.ts';
import type { PageNode } from '../spaces/tree/page-node.ts';
import { DeleteSharedDialog } from './delete-shared-dialog.tsx';
import styles from './shared-content.module.css';
import { SharedRow } from './shared-row.tsx';
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
  const { items: shown, ...more } = useShown(variables);
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
          {shown.map((variable) => (
            <SharedRow
              key={variable.name}
              icon={Braces}
              title={variable.name}
              changeLabel="Change"
              mayEdit={mayEdit}
              onChange={() => setEdited(variable)}
              onDelete={() => setDeleted(variable)}
            >
              <code className={styles.name}>{variable.name}</code>
              <span className={styles.value}>{shownValue(variable.value)}</span>
              <UsedBy place={place} pages={pages} usage={variable.usedBy} />
            </SharedRow>
          ))}
        </ul>
      )}
      <ShowMore {...more} />
      {edited && (
        <VariableDialog
          place={place}
          variable={edited === 'new' ? undefined : edited}
          names={variables.map(({ name }) => name)}
          onClose={() => setEdited(undefined)}
        />
      )}
      {deleted && (
        <DeleteSharedDialog
          title={`Delete the variable ${deleted.name}?`}
          usedBy={deleted.usedBy?.count ?? 0}
          isBusy={remove.isPending}
          error={remove.error}
          onDelete={() => remove.mutate(deleted.name, { onSuccess: () => setDeleted(undefined) })}
          onClose={() => {
            remove.reset();
            setDeleted(undefined);
          }}
        />
      )}
    </section>
  );
};
