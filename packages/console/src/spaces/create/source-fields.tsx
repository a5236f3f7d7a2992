import { Field as Base } from '@base-ui/react/field';
import { Field, TextInput } from '../../primitives/field.tsx';
import styles from './create-space-dialog.module.css';
import { pathInFolder } from './folder-files.ts';
import type { Source } from './source.ts';

/** What the user entered about the source of an import. */
export interface SourceInput {
  readonly files: readonly File[];
  readonly url: string;
  readonly branch: string;
  readonly folder: string;
}

const ACCEPTED = '.md,.markdown,.html,.htm,.docx,.zip';

// React does not know the attribute.
const FOLDER = { webkitdirectory: '' };

/** The fields of the source of an import. */
export const SourceFields = ({
  type,
  input,
  problem,
  onChange,
}: {
  readonly type: Source['type'];
  readonly input: SourceInput;
  readonly problem: string | undefined;
  readonly onChange: (changes: Partial<SourceInput>) => void;
}) => {
  const files = (
    <Base.Control
      type="file"
      className={styles.file}
      multiple
      {...(type === 'folder' ? FOLDER : { accept: ACCEPTED })}
      onChange={(event) => onChange({ files: [...((event.target as HTMLInputElement).files ?? [])] })}
    />
  );
  const chosen = input.files.filter((file) => type !== 'folder' || pathInFolder(file) !== undefined).length;
  switch (type) {
    case 'folder':
    case 'files':
      return (
        <Field
          label={type === 'folder' ? 'Folder' : 'Files'}
          error={problem}
          hint={
            type === 'folder' && chosen > 0
              ? `${chosen} ${chosen === 1 ? 'file is' : 'files are'} sent; hidden files are left out.`
              : undefined
          }
        >
          {files}
        </Field>
      );
    case 'website':
      return (
        <Field
          label="Address"
          error={problem}
          hint="With a slash at the end, the pages below are imported too. A sitemap works as well."
        >
          <TextInput
            type="url"
            value={input.url}
            onChange={(event) => onChange({ url: event.target.value })}
            placeholder="https://docs.example.com/guide/"
          />
        </Field>
      );
    case 'git':
      return (
        <>
          <Field label="Repository" error={problem}>
            <TextInput
              type="url"
              value={input.url}
              onChange={(event) => onChange({ url: event.target.value })}
              placeholder="https://github.com/acme/docs.git"
            />
          </Field>
          <div className={styles.pair}>
            <Field label="Branch">
              <TextInput
                value={input.branch}
                onChange={(event) => onChange({ branch: event.target.value })}
                required
              />
            </Field>
            <Field label="Folder (optional)">
              <TextInput
                value={input.folder}
                onChange={(event) => onChange({ folder: event.target.value })}
                placeholder="docs"
              />
            </Field>
          </div>
        </>
      );
    default:
      return null;
  }
};
