import { Link } from '@tanstack/react-router';
import { ChevronRight } from 'lucide-react';
import { useState } from 'react';
import { childrenOf, type PageNode } from './page-tree.ts';
import styles from './table-of-contents.module.css';

const Entry = ({ spaceId, node }: { readonly spaceId: string; readonly node: PageNode }) => {
  const children = childrenOf(node);
  const [isOpen, setOpen] = useState(true);
  if (node.type === 'group')
    return (
      <li className={styles.group}>
        <span className={styles.heading}>
          {node.emoji && <span aria-hidden="true">{node.emoji}</span>} {node.title}
        </span>
        <Entries spaceId={spaceId} nodes={children} />
      </li>
    );
  return (
    <li>
      <span className={styles.row}>
        {node.type === 'document' ? (
          <Link to="/s/$spaceId/$" params={{ spaceId, _splat: node.path ?? '' }} className={styles.link}>
            {node.emoji && <span aria-hidden="true">{node.emoji}</span>}
            <span className={styles.name}>{node.title}</span>
          </Link>
        ) : (
          <span className={styles.link}>
            <span className={styles.name}>{node.title}</span>
          </span>
        )}
        {children.length > 0 && (
          <button
            type="button"
            className={styles.toggle}
            aria-expanded={isOpen}
            aria-label={`Pages below ${node.title}`}
            onClick={() => setOpen(!isOpen)}
          >
            <ChevronRight size={14} aria-hidden="true" />
          </button>
        )}
      </span>
      {isOpen && children.length > 0 && <Entries spaceId={spaceId} nodes={children} />}
    </li>
  );
};

const Entries = ({ spaceId, nodes }: { readonly spaceId: string; readonly nodes: readonly PageNode[] }) => (
  <ul className={styles.entries}>
    {nodes.map((node) => (
      <Entry key={node.id} spaceId={spaceId} node={node} />
    ))}
  </ul>
);

/** The pages of a space as a tree of links. */
export const TableOfContents = ({
  spaceId,
  pages,
}: {
  readonly spaceId: string;
  readonly pages: readonly PageNode[];
}) => (
  <nav className={styles.contents} aria-label="Pages">
    {pages.length === 0 ? (
      <p className={styles.empty}>This space has no pages yet.</p>
    ) : (
      <Entries spaceId={spaceId} nodes={pages} />
    )}
  </nav>
);
