import { type FormEvent, useState } from 'react';
import { call } from '../../api/client.ts';
import { Button } from '../../primitives/button.tsx';
import { Dialog, DialogActions } from '../../primitives/dialog.tsx';
import { Field, FormError, fieldErrorOf, TextInput } from '../../primitives/field.tsx';
import { Select } from '../../primitives/select.tsx';
import { SITE, type SiteParams, useSiteMutation } from '../queries.ts';
import { type PickedSpace, SpacePicker } from '../space-picker.tsx';
import type { StructureNode } from './structure-node.ts';

interface DialogProps {
  readonly params: SiteParams;
  readonly onClose: () => void;
  readonly onAdded: (id: string) => void;
}

/** Adds a group of sections. */
export const AddGroupDialog = ({ params, onClose, onAdded }: DialogProps) => {
  const [title, setTitle] = useState('');
  const adding = useSiteMutation(
    () => call('POST', `${SITE}/section-groups`, { params, body: { title: title.trim() } }),
    {
      isInForm: true,
      onSuccess: ({ id }) => {
        onClose();
        onAdded(id);
      },
    },
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!adding.isPending) adding.mutate();
  };
  return (
    <Dialog
      title="Add a group"
      description="A group is a menu in the header, with the sections that you move into it."
      isOpen
      onClose={onClose}
    >
      <form onSubmit={submit}>
        <Field label="Title" error={fieldErrorOf(adding.error, 'body.title')}>
          <TextInput
            value={title}
            onChange={(event) => setTitle(event.target.value)}
            maxLength={100}
            required
          />
        </Field>
        <FormError error={adding.error} except={['body.title']} />
        <DialogActions>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="primary" isBusy={adding.isPending}>
            Add group
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
};

/** Adds a space to a site: as a variant, or as a section of its own. */
export const AddSpaceDialog = ({
  params,
  kind,
  sections,
  chosen,
  onClose,
  onAdded,
}: DialogProps & {
  readonly kind: 'space' | 'section';
  readonly sections: readonly StructureNode[];
  /** The entry that is shown: its section is proposed. */
  readonly chosen: StructureNode | undefined;
}) => {
  const [space, setSpace] = useState<PickedSpace>();
  const proposed = sections.find(({ id }) => id === chosen?.id || id === chosen?.parent) ?? sections[0];
  const [section, setSection] = useState(proposed?.id ?? '');
  const adding = useSiteMutation(
    (spaceId: string): Promise<{ readonly id: string }> =>
      kind === 'section'
        ? call('POST', `${SITE}/sections`, { params, body: { spaceId } })
        : call('POST', `${SITE}/site-spaces`, {
            params,
            body: { spaceId, ...(section !== '' && { sectionId: section }) },
          }),
    {
      isInForm: true,
      onSuccess: ({ id }) => {
        onClose();
        onAdded(id);
      },
    },
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (space && !adding.isPending) adding.mutate(space.id);
  };
  return (
    <Dialog
      title={kind === 'section' ? 'Add a section' : 'Add a space'}
      description={
        kind === 'section'
          ? sections.length === 0
            ? 'A section is a tab in the header. The spaces that are there become the first section.'
            : 'A section is a tab in the header.'
          : 'Readers switch between the spaces by language or version.'
      }
      isOpen
      onClose={onClose}
    >
      <form onSubmit={submit}>
        <SpacePicker organizationId={params.organizationId} value={space?.id} onPick={setSpace} />
        {kind === 'space' && sections.length > 0 && (
          <Field label="Section">
            <Select
              options={sections.map(({ id, title }) => ({ id, label: title }))}
              value={section}
              onChoose={setSection}
            />
          </Field>
        )}
        <FormError error={adding.error} />
        <DialogActions>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="primary" disabled={space === undefined} isBusy={adding.isPending}>
            {kind === 'section' ? 'Add section' : 'Add space'}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
};
