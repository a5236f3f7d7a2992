import { Button } from '../../primitives/button.tsx';
import { Dialog, DialogActions } from '../../primitives/dialog.tsx';
import { FormError } from '../../primitives/field.tsx';
import type { StructureNode } from './structure-node.ts';
import type { useStructureChanges } from './use-structure-changes.ts';

const WORDS: Readonly<Record<StructureNode['item']['object'], string>> = {
  'site-space': 'Readers no longer find its pages in this site. The space itself is kept.',
  'site-section':
    'Readers no longer find the pages of its spaces in this site. The spaces themselves are kept.',
  'site-section-group': 'Its sections and groups take its place.',
};

/** Asks before an entry is removed from a site. */
export const RemoveDialog = ({
  node,
  removal,
  onClose,
  onRemoved,
}: {
  readonly node: StructureNode;
  readonly removal: ReturnType<typeof useStructureChanges>['remove'];
  readonly onClose: () => void;
  readonly onRemoved: () => void;
}) => (
  <Dialog
    title={`Remove “${node.title}” from the site?`}
    description={WORDS[node.item.object]}
    isOpen
    onClose={onClose}
  >
    <FormError error={removal.error} />
    <DialogActions>
      <Button onClick={onClose}>Cancel</Button>
      <Button
        variant="danger"
        isBusy={removal.isPending}
        onClick={() =>
          removal.mutate(node, {
            onSuccess: () => {
              onRemoved();
              onClose();
            },
          })
        }
      >
        Remove
      </Button>
    </DialogActions>
  </Dialog>
);
