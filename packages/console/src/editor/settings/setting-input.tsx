import type { ContentRef, Data } from '@lectern/document';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { read } from '../../api/queries.ts';
import { readReusableContents, readVariables } from '../../pages/content-place.ts';
import { useArrivals } from '../../pages/use-page-context.ts';
import { Button } from '../../primitives/button.tsx';
import { NamedIcon } from '../../primitives/named-icon.tsx';
import { LinkPicker } from '../inline/link-picker.tsx';
import { EmojiPicker, IconPicker } from '../inline/pickers.tsx';
import { useEditorTools } from '../tools.ts';
import { DraftInput } from './draft-input.tsx';
import { parseLength, printLength, type SettingField } from './fields.ts';
import styles from './settings.module.css';

interface Props {
  readonly id: string;
  readonly field: SettingField;
  readonly value: unknown;
  readonly onChange: (value: unknown) => void;
}

const textOf = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : '';

const LengthInput = ({ id, value, onChange }: Props) => {
  const [error, setError] = useState<string>();
  return (
    <>
      <DraftInput
        id={id}
        value={printLength(value)}
        placeholder="Automatic, 300 or 50%"
        isInvalid={error !== undefined}
        onCommit={(text) => {
          const length = parseLength(text);
          setError(length === null ? 'Pixels such as 300, or a percentage such as 50%' : undefined);
          if (length !== null) onChange(length);
        }}
      />
      {error && <span className={styles.error}>{error}</span>}
    </>
  );
};

const JsonInput = ({ id, value, onChange }: Props) => {
  const [error, setError] = useState<string>();
  return (
    <>
      <DraftInput
        id={id}
        isLong
        value={value === undefined ? '' : JSON.stringify(value, null, 2)}
        isInvalid={error !== undefined}
        onCommit={(text) => {
          try {
            onChange(text.trim() === '' ? undefined : JSON.parse(text));
            setError(undefined);
          } catch (problem) {
            setError((problem as Error).message);
          }
        }}
      />
      {error && <span className={styles.error}>{error}</span>}
    </>
  );
};

const IconInput = ({ id, value, onChange }: Props) => {
  const [isOpen, setOpen] = useState(false);
  const name = textOf(value);
  return (
    <>
      <span className={styles.row}>
        <NamedIcon name={name} className={styles.preview} />
        <span className={styles.value}>{name === '' ? 'None' : name}</span>
        <Button id={id} variant="quiet" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          Choose
        </Button>
        {name !== '' && (
          <Button variant="quiet" onClick={() => onChange(undefined)}>
            Remove
          </Button>
        )}
      </span>
      {isOpen && (
        <IconPicker
          chosen={name}
          onTake={(taken) => {
            setOpen(false);
            onChange(taken);
          }}
        />
      )}
    </>
  );
};

/** The title of what a reference leads to. */
const useTitle = (ref: ContentRef | undefined): string => {
  const { page } = useEditorTools();
  useArrivals(page);
  if (!ref) return '';
  if (ref.kind === 'file') return page.context.fileOf(ref)?.name ?? 'File';
  if (ref.kind === 'user') return page.context.userOf?.(ref.user)?.name ?? 'Person';
  return page.context.hrefOf(ref)?.title ?? 'Nothing that can be found';
};

const LinkInput = ({ id, value, onChange }: Props) => {
  const ref = value as ContentRef | undefined;
  const title = useTitle(ref);
  // A new link or button leads nowhere yet.
  const [isOpen, setOpen] = useState(ref === undefined || (ref.kind === 'url' && ref.url === ''));
  return isOpen ? (
    <LinkPicker
      onTake={(taken) => {
        setOpen(false);
        onChange(taken);
      }}
    />
  ) : (
    <span className={styles.row}>
      <span className={styles.value}>{title}</span>
      <Button id={id} variant="quiet" onClick={() => setOpen(true)}>
        Change
      </Button>
    </span>
  );
};

const FileInput = ({ id, field, value, onChange }: Props) => {
  const { send, onUploaded } = useEditorTools();
  const ref = value as ContentRef | undefined;
  const title = useTitle(ref);
  const upload = useMutation({
    mutationFn: (file: File) =>
      send(file, { onProgress: () => undefined, signal: new AbortController().signal }),
    onSuccess: (file) => {
      onUploaded(file);
      onChange({ kind: 'file', file: file.id });
    },
  });
  return (
    <>
      <span className={styles.row}>
        <DraftInput
          id={id}
          value={ref?.kind === 'url' ? ref.url : ''}
          placeholder={ref?.kind === 'file' ? title : 'https://…'}
          onCommit={(text) => onChange(text.trim() === '' ? undefined : { kind: 'url', url: text.trim() })}
        />
        <label className={styles.upload} aria-busy={upload.isPending}>
          {upload.isPending ? 'Uploading…' : 'Upload'}
          <input
            type="file"
            className={styles.hidden}
            aria-label={`Upload: ${field.label}`}
            accept={field.kind === 'picture' ? 'image/*' : undefined}
            onChange={(event) => {
              const [file] = event.target.files ?? [];
              if (file) upload.mutate(file);
              event.target.value = '';
            }}
          />
        </label>
        {ref !== undefined && field.name === 'refDark' && (
          <Button variant="quiet" onClick={() => onChange(undefined)}>
            Remove
          </Button>
        )}
      </span>
      {upload.error && (
        <span role="alert" className={styles.error}>
          {upload.error.message}
        </span>
      )}
    </>
  );
};

const ReusableInput = ({ id, value, onChange }: Props) => {
  const { place } = useEditorTools();
  const { data } = useQuery(readReusableContents(place));
  const chosen = (value as { reusableContent?: string } | undefined)?.reusableContent ?? '';
  const contents = data ?? [];
  return (
    <select
      id={id}
      className={styles.input}
      value={chosen}
      onChange={({ target }) => onChange({ kind: 'reusable-content', reusableContent: target.value })}
    >
      {!contents.some((content) => content.id === chosen) && (
        <option value={chosen}>{data && contents.length === 0 ? 'This space has none' : 'Choose one'}</option>
      )}
      {contents.map((content) => (
        <option key={content.id} value={content.id}>
          {content.title}
        </option>
      ))}
    </select>
  );
};

/** An expression, which completes the names of variables. */
const ExpressionInput = ({ id, field, value, onChange }: Props) => {
  const { place } = useEditorTools();
  const { data = [] } = useQuery(readVariables(place));
  return (
    <>
      <DraftInput
        id={id}
        value={textOf(value)}
        placeholder={'placeholder' in field ? field.placeholder : undefined}
        isCode
        list={`${id}-variables`}
        onCommit={onChange}
      />
      <datalist id={`${id}-variables`}>
        {data.map(({ name, value: current }) => (
          <option key={name} value={`space.vars.${name}`}>
            {String(current)}
          </option>
        ))}
      </datalist>
    </>
  );
};

const SpecificationInput = ({ id, value, onChange }: Props) => {
  const { organizationId } = useEditorTools();
  const { data } = useQuery(read('/orgs/{organizationId}/openapi', { params: { organizationId } }));
  const chosen = (value as { spec?: string } | undefined)?.spec ?? '';
  const specifications = data?.items ?? [];
  return (
    <select
      id={id}
      className={styles.input}
      value={chosen}
      onChange={({ target }) => onChange({ kind: 'openapi', spec: target.value })}
    >
      {!specifications.some(({ slug }) => slug === chosen) && (
        <option value={chosen}>
          {chosen || (data && specifications.length === 0 ? 'There is none yet' : 'Choose one')}
        </option>
      )}
      {specifications.map(({ slug }) => (
        <option key={slug} value={slug}>
          {slug}
        </option>
      ))}
    </select>
  );
};

const Control = (props: Props) => {
  const { id, field, value, onChange } = props;
  switch (field.kind) {
    case 'text':
      return (
        <DraftInput
          id={id}
          value={textOf(value)}
          placeholder={field.placeholder}
          isCode={field.isCode}
          onCommit={onChange}
        />
      );
    case 'expression':
      return <ExpressionInput {...props} />;
    case 'lines':
      return (
        <DraftInput
          id={id}
          value={textOf(value)}
          placeholder={field.placeholder}
          isLong
          onCommit={onChange}
        />
      );
    case 'words':
      return (
        <DraftInput
          id={id}
          value={Array.isArray(value) ? value.join(', ') : ''}
          onCommit={(text) =>
            onChange(
              text
                .split(',')
                .map((word) => word.trim())
                .filter(Boolean),
            )
          }
        />
      );
    case 'number':
      return (
        <DraftInput
          id={id}
          type="number"
          value={textOf(value)}
          onCommit={(text) => {
            const number = Math.round(Number(text));
            onChange(text.trim() === '' ? undefined : Math.min(field.max, Math.max(field.min, number)));
          }}
        />
      );
    case 'choice': {
      const known = field.options.some((option) => option.value === textOf(value));
      return (
        <select
          id={id}
          data-setting=""
          className={styles.input}
          value={textOf(value)}
          onChange={({ target }) => onChange(target.value)}
        >
          {!known && <option value={textOf(value)}>{textOf(value) || 'Choose'}</option>}
          {field.options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
      );
    }
    case 'date':
      return (
        <DraftInput
          id={id}
          type="date"
          value={textOf(value).slice(0, 10)}
          onCommit={(text) => text !== '' && onChange(`${text}T00:00:00.000Z`)}
        />
      );
    case 'emoji':
      return <EmojiPicker chosen={textOf(value)} onTake={({ code }) => onChange(code)} />;
    case 'icon':
      return <IconInput {...props} />;
    case 'length':
      return <LengthInput {...props} />;
    case 'json':
      return <JsonInput {...props} />;
    case 'link':
      return <LinkInput {...props} />;
    case 'picture':
    case 'file':
      return <FileInput {...props} />;
    case 'reusable':
      return <ReusableInput {...props} />;
    case 'specification':
      return <SpecificationInput {...props} />;
    case 'check':
      return null;
  }
};

/** A setting of a block with its label. */
export const SettingInput = ({ field, value, onChange }: Omit<Props, 'id'>) => {
  const id = useId();
  if (field.kind === 'check')
    return (
      <label className={styles.check}>
        <input
          type="checkbox"
          className="check"
          checked={value === true}
          onChange={({ target }) => onChange(target.checked)}
        />
        {field.label}
      </label>
    );
  return (
    <div className={styles.field}>
      <label htmlFor={id} className={styles.label}>
        {field.label}
      </label>
      <Control id={id} field={field} value={value} onChange={onChange} />
      {field.hint && <span className={styles.hint}>{field.hint}</span>}
    </div>
  );
};

/** The settings of a node. */
export const SettingInputs = ({
  fields,
  data,
  onChange,
}: {
  readonly fields: readonly SettingField[];
  readonly data: Data;
  readonly onChange: (field: SettingField, value: unknown) => void;
}) =>
  fields.map((field) => (
    <SettingInput
      key={field.name}
      field={field}
      value={data[field.name]}
      onChange={(value) => onChange(field, value)}
    />
  ));
