import { useMutation, useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { Plus, Recycle } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import type { ItemOf } from '../api/operations.ts';
import rows from '../contents/collection-page.module.css';
import {
  type ContentPlace,
  changeContent,
  insertReusableContent,
  readReusableContents,
  refreshContent,
} from '../pages/content-place.ts';
import { Button } from '../primitives/button.tsx';
import { Dialog, DialogActions } from '../primitives/dialog.tsx';
import { Field, FormError, TextInput } from '../primitives/field.tsx';
import { ShowMore } from '../primitives/show-more.tsx';
import { useShown } from '../primitives/use-shown.ts';
import type { PageNode } from '../spaces/tree/page-node.ts';
import { DeleteSharedDialog } from './delete-shared-dialog.tsx';
import styles from './shared-content.module.css';
import { SharedContentLink, useOpenSharedContent } from './shared-content-link.tsx';
import { SharedRow } from './shared-row.tsx';
import { UsedBy } from './used-by.tsx';

type Content = ItemOf<'/spaces/{spaceId}/content/reusable-contents'>;

const EMPTY = { object: 'document', data: {}, nodes: [] };

/** Asks for the title of a new reusable content, or for another one. */
const TitleDialog = ({
  place,
  content,
  onClose,
}: {
  readonly place: ContentPlace;
  readonly content?: Content | undefined;
  readonly onClose: () => void;
}) => {
  const queries = useQueryClient();
  const open = useOpenSharedContent(place);
  const [title, setTitle] = useState(content?.title ?? '');
  const saving = useMutation({
    mutationFn: async (name: string): Promise<string | undefined> => {
      if (!content) return insertReusableContent(place, name, EMPTY);
      await changeContent(place, [
        { operation: 'update_reusable_content', reusableContent: content.id, title: name },
      ]);
      return undefined;
    },
    onSuccess: async (created) => {
      await refreshContent(queries);
      onClose();
      if (created !== undefined) await open(created);
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (title.trim() !== '' && !saving.isPending) saving.mutate(title.trim());
  };
  return (
    <Dialog title={content ? 'Rename the reusable content' : 'New reusable content'} isOpen onClose={onClose}>
      <form onSubmit={submit}>
        <Field label="Title">
          <TextInput
            value={title}
            onChange={(event) => setTitle(event.target.value)}
            maxLength={300}
            required
          />
        </Field>
        <FormError error={saving.error} />
        <DialogActions>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="primary" isBusy={saving.isPending}>
            {content ? 'Save' : 'Create'}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
};

const DeleteDialog = ({
  place,
  content,
  onClose,
}: {
  readonly place: ContentPlace;
  readonly content: Content;
  readonly onClose: () => void;
}) => {
  const queries = useQueryClient();
  const deleting = useMutation({
    mutationFn: () =>
      changeContent(place, [{ operation: 'delete_reusable_content', reusableContent: content.id }]),
    onSuccess: async () => {
      await refreshContent(queries);
      onClose();
    },
  });
  return (
    <DeleteSharedDialog
      title={`Delete “${content.title}”?`}
      usedBy={content.usedBy?.count ?? 0}
      isBusy={deleting.isPending}
      error={deleting.error}
      onDelete={() => deleting.mutate()}
      onClose={onClose}
    />
  );
};

/** The reusable contents of a space or a change request. */
export const ReusableList = ({
  place,
  pages,
  mayEdit,
}: {
  readonly place: ContentPlace;
  readonly pages: ReadonlyMap<string, PageNode>;
  readonly mayEdit: boolean;
}) => {
  const { data: contents } = useSuspenseQuery(readReusableContents(place, true));
  const { items: shown, ...more } = useShown(contents);
  const [named, setNamed] = useState<Content | 'new'>();
  const [deleted, setDeleted] = useState<Content>();
  return (
    <section aria-labelledby="reusable">
      <header className={styles.header}>
        <h2 id="reusable">Reusable content</h2>
        {mayEdit && (
          <Button icon={Plus} onClick={() => setNamed('new')}>
            New reusable content
          </Button>
        )}
      </header>
      <p className={rows.description}>
        Blocks that several pages include: they are written once, and change everywhere at once.
      </p>
      {contents.length === 0 ? (
        <p className={rows.empty}>
          There is none yet. You can also make it of blocks of a page, in the settings of a block.
        </p>
      ) : (
        <ul className={rows.rows}>
          {shown.map((content) => (
            <SharedRow
              key={content.id}
              icon={Recycle}
              title={content.title}
              changeLabel="Rename"
              mayEdit={mayEdit}
              onChange={() => setNamed(content)}
              onDelete={() => setDeleted(content)}
            >
              <SharedContentLink place={place} reusableContentId={content.id} className={rows.name}>
                {content.title}
              </SharedContentLink>
              <UsedBy place={place} pages={pages} usage={content.usedBy} />
            </SharedRow>
          ))}
        </ul>
      )}
      <ShowMore {...more} />
      {named && (
        <TitleDialog
          place={place}
          content={named === 'new' ? undefined : named}
          onClose={() => setNamed(undefined)}
        />
      )}
      {deleted && <DeleteDialog place={place} content={deleted} onClose={() => setDeleted(undefined)} />}
    </section>
  );
};
