import { FileText } from 'lucide-react';
import type { ChangedItem } from './changed-items.ts';
import { FieldsDifference } from './fields-difference.tsx';
import styles from './items.module.css';

const Version = ({
  label,
  kind,
  url,
  item,
}: {
  readonly label: string;
  readonly kind: 'added' | 'removed';
  readonly url: string;
  readonly item: ChangedItem;
}) => (
  <figure className={`${styles.file} ${styles[kind]}`} data-change={kind} tabIndex={-1}>
    {item.detail.startsWith('image/') ? (
      <img src={url} alt={`${item.title}, ${label.toLowerCase()}`} loading="lazy" />
    ) : (
      <FileText size={32} strokeWidth={1.25} aria-hidden="true" />
    )}
    <figcaption>
      {label} · <a href={url}>{item.title}</a>
    </figcaption>
  </figure>
);

/** A file before and after, images beside each other. */
export const FileDifference = ({ item }: { readonly item: ChangedItem }) => {
  const { downloadURL: replaced, ...fields } = item.fields;
  const isDeleted = item.actions.includes('deleted');
  const isCreated = item.actions.includes('created');
  const before = isDeleted ? item.downloadURL : (replaced?.before as string | undefined);
  const after = isDeleted ? undefined : isCreated || replaced ? item.downloadURL : undefined;
  return (
    <>
      <FieldsDifference title="Changed fields" fields={fields} />
      <div className={styles.files}>
        {before && (
          <Version label={isDeleted ? 'Deleted' : 'Before'} kind="removed" url={before} item={item} />
        )}
        {after && <Version label={isCreated ? 'Added' : 'After'} kind="added" url={after} item={item} />}
      </div>
    </>
  );
};
