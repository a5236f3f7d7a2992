import { Link } from '@tanstack/react-router';
import { Check, FileText, Image, type LucideIcon, Puzzle, Variable } from 'lucide-react';
import { type Action, type ChangedItem, type ChangeNode, countActions } from './changed-items.ts';
import styles from './comparison-view.module.css';

/** The icons of changed items, by kind. */
export const ITEM_ICONS: Readonly<Record<ChangedItem['kind'], LucideIcon>> = {
  page: FileText,
  file: Image,
  'reusable-content': Puzzle,
  variables: Variable,
};
const SIGNS: Readonly<Record<Action, string>> = {
  created: '+',
  deleted: '−',
  renamed: 'R',
  moved: '→',
  edited: '±',
};

/** The actions on an item, as colored signs. */
export const ActionSigns = ({ actions }: { readonly actions: readonly Action[] }) => (
  <span className={styles.signs}>
    {actions.map((action) => (
      <span key={action} className={styles.sign} data-action={action} title={action}>
        <span aria-hidden="true">{SIGNS[action]}</span>
        <span className="sr-only">{action}</span>
      </span>
    ))}
  </span>
);

/** The number of items by action, such as “2 edited, 1 created”. */
export const ActionCounts = ({ items }: { readonly items: readonly ChangedItem[] }) => (
  <ul className={styles.counts}>
    {countActions(items).map(([action, count]) => (
      <li key={action} data-action={action}>
        {count} {action}
      </li>
    ))}
  </ul>
);

const Entry = ({
  node,
  selected,
  isViewed,
}: {
  readonly node: ChangeNode;
  readonly selected: string | undefined;
  readonly isViewed: (item: ChangedItem) => boolean;
}) => {
  const { item, name, children } = node;
  const Icon = item && ITEM_ICONS[item.kind];
  return (
    <li>
      {item && Icon ? (
        <Link
          to="."
          search={(previous: Record<string, unknown>) => ({ ...previous, item: item.key })}
          className={styles.entry}
          aria-current={item.key === selected ? 'true' : undefined}
          data-viewed={isViewed(item) || undefined}
        >
          <Icon size={15} strokeWidth={1.75} aria-hidden="true" />
          <span className={styles.name}>{name}</span>
          {isViewed(item) && <Check size={14} aria-label="viewed" />}
          <ActionSigns actions={item.actions} />
        </Link>
      ) : (
        <span className={styles.folder}>{name}</span>
      )}
      {children.length > 0 && <Entries nodes={children} selected={selected} isViewed={isViewed} />}
    </li>
  );
};

const Entries = ({
  nodes,
  selected,
  isViewed,
}: {
  readonly nodes: readonly ChangeNode[];
  readonly selected: string | undefined;
  readonly isViewed: (item: ChangedItem) => boolean;
}) => (
  <ul className={styles.entries}>
    {nodes.map((node) => (
      <Entry key={node.item?.key ?? node.name} node={node} selected={selected} isViewed={isViewed} />
    ))}
  </ul>
);

/** The changed items as a tree of links. */
export const ChangeTree = (props: {
  readonly nodes: readonly ChangeNode[];
  readonly selected: string | undefined;
  readonly isViewed: (item: ChangedItem) => boolean;
}) => (
  <nav aria-label="Changed content">
    <Entries {...props} />
  </nav>
);
