import { useNavigate } from '@tanstack/react-router';
import {
  ArrowRightLeft,
  Copy,
  Ellipsis,
  FileText,
  GitPullRequest,
  History,
  Link2,
  Settings2,
} from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import type { Propose } from '../change-requests/use-propose.ts';
import { IconButton } from '../primitives/button.tsx';
import { copyAddress } from '../primitives/copy-address.ts';
import { Menu, MenuItem } from '../primitives/menu.tsx';
import { childrenOf, type PageNode } from '../spaces/tree/page-node.ts';
import type { ContentPlace } from './content-place.ts';
import { pageAddress } from './page-address.ts';
import type { PageContent } from './page-fields.ts';
import { useCopyPages } from './use-copy-pages.ts';
import { useDuplicatePage } from './use-duplicate-page.ts';
import type { EditMode } from './use-edit-mode.ts';
import { useOpenPageById } from './use-open-page-by-id.ts';
import { usePageContext } from './use-page-context.ts';

const MovePageDialog = lazy(async () => ({
  default: (await import('./move-page-dialog.tsx')).MovePageDialog,
}));
const PdfDialog = lazy(async () => ({ default: (await import('../exports/pdf-dialog.tsx')).PdfDialog }));
const PageSettingsDialog = lazy(async () => ({
  default: (await import('./page-settings-dialog.tsx')).PageSettingsDialog,
}));

/** What can be done with a page: settings, a copy, another space, its history. */
export const PageActions = ({
  place,
  organizationId,
  node,
  page,
  pages,
  mode,
  propose,
  isEditing,
}: {
  readonly place: ContentPlace;
  readonly organizationId: string;
  readonly node: PageNode;
  readonly page: PageContent;
  readonly pages: readonly PageNode[];
  readonly mode: EditMode | undefined;
  readonly propose: Propose;
  readonly isEditing: boolean;
}) => {
  const navigate = useNavigate();
  const openPage = useOpenPageById();
  const { spaceId, changeRequestId } = place;
  const context = usePageContext(spaceId, changeRequestId, pages);
  const mayEdit = mode === 'direct';
  const [open, setOpen] = useState<'settings' | 'move' | 'pdf'>();
  const { move } = useCopyPages(place, pages);
  const duplicate = useDuplicatePage(place, pages);

  return (
    <>
      <Menu align="end" trigger={<IconButton icon={Ellipsis} label="Page actions" />}>
        {mayEdit && (
          <MenuItem icon={Settings2} onSelect={() => setOpen('settings')}>
            Settings
          </MenuItem>
        )}
        <MenuItem icon={Link2} onSelect={() => void copyAddress(pageAddress(place, node))}>
          Copy the address
        </MenuItem>
        <MenuItem icon={FileText} onSelect={() => setOpen('pdf')}>
          PDF…
        </MenuItem>
        {changeRequestId === undefined && (
          <MenuItem
            icon={History}
            onSelect={() =>
              void navigate({ to: '/s/$spaceId/~/revisions', params: { spaceId }, search: { page: node.id } })
            }
          >
            History of this page
          </MenuItem>
        )}
        {changeRequestId === undefined && mayEdit && !isEditing && (
          <MenuItem icon={GitPullRequest} onSelect={() => propose.start(node)}>
            Edit in a change request
          </MenuItem>
        )}
        {mayEdit && (
          <>
            <MenuItem icon={Copy} onSelect={() => void duplicate(node, { isEdited: isEditing })}>
              Duplicate
            </MenuItem>
            {changeRequestId === undefined && (
              <MenuItem icon={ArrowRightLeft} onSelect={() => setOpen('move')}>
                Move to another space
              </MenuItem>
            )}
          </>
        )}
      </Menu>
      {open === 'pdf' && (
        <Suspense>
          <PdfDialog
            place={place}
            title={node.title}
            page={{ id: node.id, hasPagesInside: childrenOf(node).some(({ type }) => type !== 'link') }}
            onClose={() => setOpen(undefined)}
          />
        </Suspense>
      )}
      {open === 'settings' && (
        <Suspense>
          <PageSettingsDialog
            place={place}
            page={page}
            context={context}
            onClose={() => setOpen(undefined)}
            onSaved={(change) => {
              setOpen(undefined);
              // The address may be another one now.
              if (change.slug !== undefined) void openPage(place, page.id, { isEdited: isEditing });
            }}
          />
        </Suspense>
      )}
      {open === 'move' && (
        <Suspense>
          <MovePageDialog
            organizationId={organizationId}
            spaceId={spaceId}
            node={node}
            isMoving={move.isPending}
            error={move.error?.message}
            onClose={() => setOpen(undefined)}
            onMove={(target) =>
              // The page is gone from this screen before the move has ended; the dialog shows an error.
              move.mutateAsync({ root: node, target }).then(
                (id) => openPage({ spaceId: target }, id, { isEdited: false }),
                () => undefined,
              )
            }
          />
        </Suspense>
      )}
    </>
  );
};
