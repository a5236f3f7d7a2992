import { Link, useNavigate } from '@tanstack/react-router';
import { Pencil } from 'lucide-react';
import type { Ref, RefObject } from 'react';
import type { Propose } from '../change-requests/use-propose.ts';
import { Button } from '../primitives/button.tsx';
import { useShortcuts } from '../shell/shortcuts.ts';
import type { PageNode } from '../spaces/tree/page-node.ts';
import type { EditMode } from './use-edit-mode.ts';

/** Opens the editor of a page: where it is, or in a change request if it cannot be edited directly. The key is `e`. */
export const EditButton = ({
  ref,
  node,
  mode,
  propose,
}: {
  readonly ref: RefObject<HTMLElement | null>;
  readonly node: PageNode;
  readonly mode: EditMode;
  readonly propose: Propose;
}) => {
  const navigate = useNavigate();
  const edit = { to: '.', search: (before: Record<string, unknown>) => ({ ...before, edit: true }) } as const;
  useShortcuts([
    {
      keys: 'e',
      run: () => (mode === 'direct' ? void navigate(edit) : propose.start(node)),
    },
  ]);
  return mode === 'direct' ? (
    <Link {...edit} ref={ref as Ref<HTMLAnchorElement>} className="button button-secondary button-small">
      <Pencil size={14} aria-hidden="true" /> Edit
    </Link>
  ) : (
    <Button
      ref={ref as Ref<HTMLButtonElement>}
      icon={Pencil}
      isBusy={propose.isBusy}
      title="Edit in a change request (e)"
      onClick={() => propose.start(node)}
    >
      Edit
    </Button>
  );
};
