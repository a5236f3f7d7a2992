import { isRecord } from '@lectern/document';
import type { Editor } from '@tiptap/core';
import type { Node } from '@tiptap/pm/model';
import { SettingInput } from '../settings/setting-input.tsx';
import { columnIds, columnOf, setView, setViewType } from './table-edits.ts';
import { blockOf, editTable } from './table-place.ts';

const VIEWS = [
  { value: 'grid', label: 'Table' },
  { value: 'cards', label: 'Cards' },
];
const SIZES = [
  { value: 'medium', label: 'Medium' },
  { value: 'large', label: 'Large' },
];

/** The settings of a table: its header, or its cards. */
export const TableSettings = ({
  editor,
  position,
  node,
}: {
  readonly editor: Editor;
  readonly position: number;
  readonly node: Node;
}) => {
  const block = blockOf(node);
  const view = isRecord(block.data?.view) ? block.data.view : {};
  const isCards = view.type === 'cards';
  const set = (name: string, value: unknown) =>
    editTable(editor, position, setView({ [name]: value === '' || value === false ? undefined : value }));
  const definitions = (block.data?.definition ?? {}) as Readonly<
    Record<string, Readonly<Record<string, unknown>>>
  >;
  const columnsOfType = (...types: readonly string[]) => [
    { value: '', label: 'None' },
    ...Object.entries(definitions)
      .filter(([, { type }]) => types.includes(String(type)))
      .map(([id, { title }], at) => ({ value: id, label: String(title || `Column ${at + 1}`) })),
  ];
  const choice = (name: string, label: string, options: readonly { value: string; label: string }[]) => (
    <SettingInput
      field={{ kind: 'choice', name, label, options }}
      value={view[name] ?? ''}
      onChange={(value) => set(name, value)}
    />
  );
  const check = (name: string, label: string) => (
    <SettingInput
      field={{ kind: 'check', name, label }}
      value={view[name]}
      onChange={(value) => set(name, value)}
    />
  );
  return (
    <>
      <SettingInput
        field={{ kind: 'choice', name: 'type', label: 'Shown as', options: VIEWS }}
        value={isCards ? 'cards' : 'grid'}
        onChange={(value) => editTable(editor, position, setViewType(value === 'cards' ? 'cards' : 'grid'))}
      />
      {isCards ? (
        <>
          {choice('cardSize', 'Size of the cards', SIZES)}
          {choice('targetDefinition', 'Cards link to', columnsOfType('content-ref'))}
          {choice('coverDefinition', 'Cover', columnsOfType('image', 'files'))}
          {choice('coverDefinitionDark', 'Cover in dark mode', columnsOfType('image', 'files'))}
        </>
      ) : (
        <>
          <SettingInput
            field={{ kind: 'check', name: 'hideHeader', label: 'Header' }}
            value={view.hideHeader !== true}
            onChange={(value) => editTable(editor, position, setView({ hideHeader: value !== true }))}
          />
          {check('stickyHeader', 'Header stays visible')}
          {check('stickyFirstColumn', 'First column stays visible')}
        </>
      )}
      {columnIds(block).map((id, at) => (
        <SettingInput
          key={id}
          field={{
            kind: 'number',
            name: id,
            label: `Width of ${columnOf(block, id).title || `column ${at + 1}`}`,
            min: 1,
            max: 2000,
          }}
          value={(view.columnWidths as Readonly<Record<string, unknown>> | undefined)?.[id]}
          onChange={(value) => {
            const { [id]: _, ...others } = (view.columnWidths ?? {}) as Readonly<Record<string, unknown>>;
            const widths = value === undefined ? others : { ...others, [id]: value };
            editTable(
              editor,
              position,
              setView({ columnWidths: Object.keys(widths).length > 0 ? widths : undefined }),
            );
          }}
        />
      ))}
    </>
  );
};
