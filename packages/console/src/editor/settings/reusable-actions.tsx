import type { ContentRef } from '@lectern/document';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Editor } from '@tiptap/core';
import type { Node } from '@tiptap/pm/model';
import { Recycle, Ungroup } from 'lucide-react';
import { type FormEvent, useId, useState } from 'react';
import { insertReusableContent, refreshContent } from '../../pages/content-place.ts';
import { withReusableContents } from '../../pages/reusable-contents.ts';
import { useArrivals } from '../../pages/use-page-context.ts';
import { Button } from '../../primitives/button.tsx';
import { notify } from '../../primitives/toasts.tsx';
import { SharedContentLink } from '../../shared-content/shared-content-link.tsx';
import { useEditorTools } from '../tools.ts';
import { nodeData } from './node-data.ts';
import { blocksToShare, documentOf, includeOf, replaceBlocks } from './reusable-blocks.ts';
import styles from './settings.module.css';

interface Props {
  readonly editor: Editor;
  readonly position: number;
  readonly node: Node;
  readonly onClose: () => void;
}

/** What can be done with a block that includes a reusable content: it is edited, or becomes plain blocks. */
const IncludeActions = ({ editor, position, node, onClose }: Props) => {
  const { place, page } = useEditorTools();
  useArrivals(page);
  const ref = nodeData(node).ref as (ContentRef & { readonly kind: 'reusable-content' }) | undefined;
  const content = ref && page.reusableOf(ref);
  if (!ref || ref.reusableContent === '') return null;
  const detach = () => {
    if (!content) return;
    const { nodes } = withReusableContents(content, () => undefined);
    replaceBlocks(
      editor,
      { from: position, to: position + node.nodeSize },
      nodes.map(({ key: _, ...block }) => block),
    );
    onClose();
  };
  return (
    <span className={styles.row}>
      {(ref.space === undefined || ref.space === place.spaceId) && (
        <SharedContentLink
          place={place}
          reusableContentId={ref.reusableContent}
          className="button button-secondary button-small"
        >
          Edit the content
        </SharedContentLink>
      )}
      {content && (
        <Button variant="quiet" icon={Ungroup} onClick={detach}>
          Make plain blocks
        </Button>
      )}
    </span>
  );
};

/** Makes a reusable content of the selected blocks. */
const ShareForm = ({ editor, position, onClose }: Props) => {
  const { place } = useEditorTools();
  const queries = useQueryClient();
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  const [title, setTitle] = useState('');
  const range = blocksToShare(editor.state, position);
  const sharing = useMutation({
    mutationFn: (name: string) => insertReusableContent(place, name, documentOf(editor.state.doc, range)),
    onSuccess: (content) => {
      replaceBlocks(editor, range, [includeOf(content)]);
      onClose();
      return refreshContent(queries);
    },
    onError: (error) => notify(error.message, { isError: true }),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (title.trim() !== '' && !sharing.isPending) sharing.mutate(title.trim());
  };
  if (!isOpen)
    return (
      <Button variant="quiet" icon={Recycle} onClick={() => setOpen(true)}>
        Make reusable…
      </Button>
    );
  return (
    <form className={styles.field} onSubmit={submit}>
      <label htmlFor={id} className={styles.label}>
        Title of the reusable content
      </label>
      <span className={styles.row}>
        <input
          id={id}
          // biome-ignore lint/a11y/noAutofocus: the button was pressed to write into it
          autoFocus
          className={styles.input}
          value={title}
          maxLength={300}
          onChange={(event) => setTitle(event.target.value)}
        />
        <Button type="submit" variant="primary" isBusy={sharing.isPending} disabled={title.trim() === ''}>
          Create
        </Button>
      </span>
    </form>
  );
};

/** What can be done with a block as reusable content. */
export const ReusableActions = (props: Props) =>
  props.node.type.name === 'reusableContent' ? <IncludeActions {...props} /> : <ShareForm {...props} />;
