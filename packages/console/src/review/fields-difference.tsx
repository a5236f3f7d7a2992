import type { ChangedItem, FieldChange } from './changed-items.ts';
import { valueInWords } from './difference/words.ts';
import { type FieldRow, fieldRows } from './field-words.ts';
import styles from './items.module.css';

const variableRow = (name: string, { before, after }: FieldChange): FieldRow => ({
  name,
  before: before === undefined ? undefined : valueInWords(before),
  after: after === undefined ? undefined : valueInWords(after),
});

/** The changed fields of an item, with both values. */
export const FieldsDifference = ({
  title,
  fields,
  areNames = false,
}: {
  readonly title: string;
  readonly fields: ChangedItem['fields'];
  /** Whether the fields are variables, which people have named. */
  readonly areNames?: boolean;
}) => {
  const rows = Object.entries(fields).flatMap(([name, field]) =>
    areNames ? [variableRow(name, field)] : fieldRows(name, field),
  );
  if (rows.length === 0) return null;
  return (
    <div className={styles.fields}>
      <table>
        <caption>{title}</caption>
        <thead>
          <tr>
            <th scope="col">Field</th>
            <th scope="col">Before</th>
            <th scope="col">After</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ name, before, after }) => (
            <tr key={name} data-change="" tabIndex={-1}>
              <th scope="row">{name}</th>
              <td>{before === undefined ? 'none' : <del>{before}</del>}</td>
              <td>{after === undefined ? 'none' : <ins>{after}</ins>}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
};
