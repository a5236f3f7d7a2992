import { useQuery } from '@tanstack/react-query';
import type { Editor } from '@tiptap/core';
import { Blocks } from 'lucide-react';
import { useMemo, useState, useSyncExternalStore } from 'react';
import { createPortal } from 'react-dom';
import { objectOf } from '../../../../site/src/document/data.ts';
import type { ComponentPlace } from '../../integrations/component/use-component.ts';
import { shownColors } from '../../shell/color-theme.ts';
import { setNodeData } from '../settings/node-data.ts';
import { useEditorTools } from '../tools.ts';
import { readIntegrationBlocks } from './available-blocks.ts';
import styles from './integration-blocks.module.css';
import { InteractiveComponent } from './interactive-component.tsx';
import type { PlacedBlock } from './placed-blocks.ts';

const wordsOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** A block of an integration as it draws itself, below its name. */
const IntegrationBlock = ({
  node: { data = {} },
  position,
  editor,
}: PlacedBlock & { readonly editor: Editor }) => {
  const { place } = useEditorTools();
  const { data: available } = useQuery(readIntegrationBlocks(place.spaceId));
  const integrationName = wordsOf(data.integration);
  const componentId = wordsOf(data.block);
  const props = objectOf(data.props);
  const words = JSON.stringify(props);
  // Properties that others have changed begin the block anew; its own do not.
  const [start, setStart] = useState({ words, props, run: 0 });
  if (start.words !== words) setStart({ words, props, run: start.run + 1 });
  const context = useMemo(
    () => ({
      type: 'document' as const,
      theme: shownColors(),
      spaceId: place.spaceId,
      editable: true,
    }),
    [place.spaceId],
  );
  const found = available?.find(({ name }) => name === integrationName);
  const title = found?.blocks.find(({ id }) => id === componentId)?.title;
  const save = (next: ComponentPlace['props']) => {
    const at = position();
    if (at === undefined) return;
    setStart({ ...start, words: JSON.stringify(next) });
    setNodeData(editor.view, at, { ...data, props: next });
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for the fields of a form
    <div role="group" aria-label={title ?? `@${integrationName}/${componentId}`}>
      <p className={styles.label}>
        <Blocks size={15} strokeWidth={1.75} aria-hidden="true" />
        {title ?? <code>{`@${integrationName}/${componentId}`}</code>}
      </p>
      {available && !found ? (
        <p className={styles.quiet}>
          The integration {integrationName} is not installed in this space, so the block is not shown.
        </p>
      ) : (
        <InteractiveComponent
          key={start.run}
          place={{ integrationName, componentId, props: start.props, context }}
          onProps={save}
        />
      )}
    </div>
  );
};

/** Draws the blocks of integrations into their places in the text. */
export const IntegrationBlocks = ({ editor }: { readonly editor: Editor }) => {
  const { all, watch } = editor.storage.integrationBlocks;
  return useSyncExternalStore(watch, all).map((block) =>
    createPortal(<IntegrationBlock {...block} editor={editor} />, block.element, String(block.id)),
  );
};
