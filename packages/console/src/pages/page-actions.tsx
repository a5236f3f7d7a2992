import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { ArrowRightLeft, Copy, Ellipsis, Link2, Settings2 } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { read } from '../api/queries.ts';
import { IconButton } from '../primitives/button.tsx';
import { Menu, MenuItem } from '../primitives/menu.tsx';
import { notify } from '../primitives/toasts.tsx';
import { flatten, type PageNode, tableOfContents } from '../spaces/tree/page-node.ts';
import { MovePageDialog } from './move-page-dialog.tsx';
import type { PageContent } from './page-fields.ts';
import { APP } from './render-context.ts';
import { useCopyPages } from './use-copy-pages.ts';
import { usePageContext } from './use-page-context.ts';

// The list of emoji is large.
const PageSettingsDialog = lazy(async () => ({
  default: (await import('./page-settings-dialog.tsx')).PageSettingsDialog,
}));

/** What can be done with a page: settings, a copy, another space. */
export const PageActions = ({
  spaceId,
  organizationId,
  node,
  page,
  pages,
  mayEdit,
  isEditing,
}: {
  readonly spaceId: string;
  readonly organizationId: string;
  readonly node: PageNode;
  readonly page: PageContent;
  readonly pages: readonly PageNode[];
  readonly mayEdit: boolean;
  readonly isEditing: boolean;
}) => {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const context = usePageContext(spaceId, undefined, pages);
  const [open, setOpen] = useState<'settings' | 'move'>();
  const { duplicate, move } = useCopyPages(spaceId, pages);

  /** Opens a page by its id, whose path may be new. */
  const go = async (space: string, id: string | undefined, isEdited: boolean) => {
    const params = { spaceId: space };
    const content = await queries.fetchQuery({
      ...read('/spaces/{spaceId}/content/pages', { params }),
      staleTime: 0,
    });
    const path = flatten(tableOfContents(content)).find((each) => each.id === id)?.path;
    if (path !== undefined)
      await navigate({
        to: '/s/$spaceId/$',
        params: { spaceId: space, _splat: path },
        search: isEdited ? { edit: true } : {},
      });
  };
  const copyAddress = async () => {
    await navigator.clipboard.writeText(`${window.location.origin}${APP}/s/${spaceId}/${node.path ?? ''}`);
    notify('The address was copied');
  };
  return (
    <>
      <Menu align="end" trigger={<IconButton icon={Ellipsis} label="Page actions" />}>
        {mayEdit && (
          <MenuItem icon={Settings2} onSelect={() => setOpen('settings')}>
            Settings
          </MenuItem>
        )}
        <MenuItem icon={Link2} onSelect={() => void copyAddress()}>
          Copy the address
        </MenuItem>
        {mayEdit && (
          <>
            <MenuItem
              icon={Copy}
              onSelect={() =>
                duplicate.mutate(node, {
                  onSuccess: (id) => void go(spaceId, id, isEditing),
                  onError: (error) => notify(error.message, { isError: true }),
                })
              }
            >
              Duplicate
            </MenuItem>
            <MenuItem icon={ArrowRightLeft} onSelect={() => setOpen('move')}>
              Move to another space
            </MenuItem>
          </>
        )}
      </Menu>
      {open === 'settings' && (
        <Suspense>
          <PageSettingsDialog
            place={{ spaceId }}
            page={page}
            context={context}
            onClose={() => setOpen(undefined)}
            onSaved={(change) => {
              setOpen(undefined);
              // The address may be another one now.
              if (change.slug !== undefined) void go(spaceId, page.id, isEditing);
            }}
          />
        </Suspense>
      )}
      {open === 'move' && (
        <MovePageDialog
          organizationId={organizationId}
          spaceId={spaceId}
          node={node}
          isMoving={move.isPending}
          error={move.error?.message}
          onClose={() => setOpen(undefined)}
          onMove={(target) =>
            move.mutate(
              { root: node, target },
              {
                onSuccess: (id) => {
                  setOpen(undefined);
                  void go(target, id, false);
                },
              },
            )
          }
        />
      )}
    </>
  );
};
