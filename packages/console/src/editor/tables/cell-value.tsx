import type { Data } from '@lectern/document';
import { useQuery } from '@tanstack/react-query';
import type { Editor } from '@tiptap/core';
import { X } from 'lucide-react';
import { useId, useState } from 'react';
import { read } from '../../api/queries.ts';
import { useArrivals } from '../../pages/use-page-context.ts';
import { IconButton } from '../../primitives/button.tsx';
import { ComboList } from '../inline/combo-list.tsx';
import { DraftInput } from '../settings/draft-input.tsx';
import { SettingInput } from '../settings/setting-input.tsx';
import settings from '../settings/settings.module.css';
import { useEditorTools } from '../tools.ts';
import { optionsFor, optionsOf } from './column-types.ts';
import { columnOf, setCellValue, setColumn } from './table-edits.ts';
import { blockOf, editTable, tablePlace } from './table-place.ts';
import styles from './tables.module.css';

interface Props {
  readonly value: unknown;
  readonly definition: Data;
  readonly onChange: (value: unknown) => void;
  readonly onDefine: (change: Data) => void;
}

const textsOf = (value: unknown): readonly string[] =>
  [value ?? []].flat().filter((each): each is string => typeof each === 'string');

const orNothing = (values: readonly unknown[]): unknown => (values.length === 0 ? undefined : values);

const Choices = ({ value, definition, onChange, onDefine }: Props) => {
  const id = useId();
  const options = optionsOf(definition);
  const chosen = textsOf(value);
  const toggle = (option: string, isOn: boolean) => {
    const rest = chosen.filter((each) => each !== option);
    if (definition.multiple === true) onChange(orNothing(isOn ? [...rest, option] : rest));
    else onChange(orNothing(isOn ? [option] : []));
  };
  return (
    <div className={styles.options}>
      {options.map((option) => (
        <label key={option.value} className={settings.check}>
          <input
            type="checkbox"
            className="check"
            checked={chosen.includes(option.value)}
            onChange={({ target }) => toggle(option.value, target.checked)}
          />
          {option.label}
        </label>
      ))}
      <div className={settings.field}>
        <label htmlFor={id} className={settings.label}>
          Choices, separated by commas
        </label>
        <DraftInput
          id={id}
          value={options.map(({ label }) => label).join(', ')}
          onCommit={(text) => {
            const labels = text
              .split(',')
              .map((word) => word.trim())
              .filter(Boolean);
            onDefine({ options: optionsFor(labels, options) });
          }}
        />
      </div>
      <SettingInput
        field={{ kind: 'check', name: 'multiple', label: 'More than one at a time' }}
        value={definition.multiple}
        onChange={(multiple) => onDefine({ multiple: multiple === true })}
      />
    </div>
  );
};

const Files = ({ value, onChange }: Props) => {
  const { page } = useEditorTools();
  useArrivals(page);
  const files = textsOf(value);
  const nameOf = (file: string): string =>
    /^[\w-]+$/.test(file) ? (page.context.fileOf({ kind: 'file', file })?.name ?? 'File') : file;
  return (
    <>
      {files.map((file) => (
        <span key={file} className={settings.row}>
          <span className={settings.value}>{nameOf(file)}</span>
          <IconButton
            icon={X}
            label={`Remove ${nameOf(file)}`}
            onClick={() => onChange(orNothing(files.filter((each) => each !== file)))}
          />
        </span>
      ))}
      <SettingInput
        key={files.length}
        field={{ kind: 'file', name: 'add', label: 'Add a file' }}
        value={undefined}
        onChange={(ref) => {
          const added = ref as { file?: string; url?: string } | undefined;
          const file = added?.file ?? added?.url;
          if (file) onChange([...files, file]);
        }}
      />
    </>
  );
};

const People = ({ value, onChange }: Props) => {
  const { organizationId, page } = useEditorTools();
  useArrivals(page);
  const [text, setText] = useState('');
  const people = textsOf(value);
  const { data, isFetching } = useQuery(
    read('/orgs/{organizationId}/members', {
      params: { organizationId },
      query: { limit: 8, ...(text.trim() !== '' && { search: text.trim() }) },
    }),
  );
  const found = (data?.items ?? []).filter(({ id }) => !people.includes(id));
  return (
    <>
      {people.map((id) => {
        const name = page.context.userOf?.(id)?.name ?? 'Person';
        return (
          <span key={id} className={settings.row}>
            <span className={settings.value}>{name}</span>
            <IconButton
              icon={X}
              label={`Remove ${name}`}
              onClick={() => onChange(orNothing(people.filter((each) => each !== id)))}
            />
          </span>
        );
      })}
      <ComboList
        label="Add a person"
        placeholder="Find a person"
        text={text}
        onText={setText}
        items={found.map(({ id, user }) => ({ id, content: user.displayName }))}
        onTake={({ id }) => onChange([...people, id])}
        empty={isFetching ? 'Searching…' : 'Nobody has this name.'}
      />
    </>
  );
};

const Control = (props: Props) => {
  const id = useId();
  const { value, definition, onChange } = props;
  const name = String(definition.title ?? '') || 'Value';
  switch (definition.type) {
    case 'number':
      return (
        <div className={settings.field}>
          <label htmlFor={id} className={settings.label}>
            {name}
          </label>
          <DraftInput
            id={id}
            type="number"
            value={value === undefined || value === null ? '' : String(value)}
            onCommit={(text) => onChange(text.trim() === '' ? undefined : Number(text))}
          />
        </div>
      );
    case 'checkbox':
      return <SettingInput field={{ kind: 'check', name, label: name }} value={value} onChange={onChange} />;
    case 'rating':
      return (
        <SettingInput
          field={{ kind: 'number', name, label: name, min: 0, max: Number(definition.max) || 5 }}
          value={value}
          onChange={onChange}
        />
      );
    case 'select':
      return <Choices {...props} />;
    case 'content-ref':
      return (
        <SettingInput
          field={{ kind: 'link', name, label: name }}
          value={value ?? undefined}
          onChange={onChange}
        />
      );
    case 'image':
      return (
        <SettingInput
          field={{ kind: 'picture', name, label: name }}
          value={(value as { ref?: unknown } | null)?.ref ?? value ?? undefined}
          onChange={onChange}
        />
      );
    case 'files':
      return <Files {...props} />;
    case 'users':
      return <People {...props} />;
    default:
      return null;
  }
};

/** Edits the value of a cell that is no text. */
export const CellValue = ({ editor, position }: { readonly editor: Editor; readonly position: number }) => {
  const { doc } = editor.state;
  const node = doc.nodeAt(position);
  const place = tablePlace(doc.resolve(position));
  if (!node || !place) return null;
  const block = blockOf(place.table);
  const column = String(node.attrs.column);
  const record = String(place.table.child(place.row + 1).attrs.record);
  const cell = { row: place.row, column: place.column };
  return (
    <Control
      value={node.attrs.value ?? undefined}
      definition={columnOf(block, column)}
      onChange={(value) => editTable(editor, place.position, setCellValue(record, column, value), cell)}
      onDefine={(change) => editTable(editor, place.position, setColumn(column, change), cell)}
    />
  );
};
