import type { ChangedItem, FieldChange } from './changed-items.ts';
import { propertyName, valueInWords } from './difference/words.ts';
import styles from './items.module.css';

const NAMES: Readonly<Record<string, string>> = {
  slug: 'Slug',
  description: 'Description',
  hidden: 'Hidden',
  noIndex: 'Excluded from search',
  noRobotsIndex: 'Excluded from search engines',
  linkTitle: 'Title in navigation',
  target: 'Target',
  emoji: 'Emoji',
  cover: 'Cover',
  layout: 'Layout',
  name: 'Name',
};

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  value !== null && typeof value === 'object' && !Array.isArray(value) && !('kind' in value);

/** The parts of an object that differ, such as one setting of a layout. */
const partsOf = (name: string, { before, after }: FieldChange): [string, FieldChange][] => {
  if (!isRecord(before ?? {}) || !isRecord(after ?? {}) || (!isRecord(before) && !isRecord(after)))
    return [[NAMES[name] ?? propertyName(name), { before, after }]];
  const [was, is] = [before ?? {}, after ?? {}] as Record<string, unknown>[];
  return [...new Set([...Object.keys(was!), ...Object.keys(is!)])]
    .filter((part) => JSON.stringify(was![part]) !== JSON.stringify(is![part]))
    .map((part) => [
      `${NAMES[name] ?? propertyName(name)}: ${propertyName(part).toLowerCase()}`,
      { before: was![part], after: is![part] },
    ]);
};

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
    areNames ? [[name, field] as [string, FieldChange]] : partsOf(name, field),
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
          {rows.map(([name, { before, after }]) => (
            <tr key={name} data-change="" tabIndex={-1}>
              <th scope="row">{name}</th>
              <td>{before === undefined ? 'none' : <del>{valueInWords(before)}</del>}</td>
              <td>{after === undefined ? 'none' : <ins>{valueInWords(after)}</ins>}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
};
