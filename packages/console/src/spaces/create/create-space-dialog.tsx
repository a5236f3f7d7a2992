import { useQuery } from '@tanstack/react-query';
import { File as FileIcon, FilePlus, FolderUp, GitBranch, Globe, LayoutTemplate } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { read } from '../../api/queries.ts';
import { Button } from '../../primitives/button.tsx';
import { type Choice, Choices } from '../../primitives/choices.tsx';
import { Dialog, DialogActions } from '../../primitives/dialog.tsx';
import { EmojiPicker } from '../../primitives/emoji-picker.tsx';
import { Field, FormError, fieldErrorOf, TextInput } from '../../primitives/field.tsx';
import { megabytes } from '../../primitives/megabytes.ts';
import { ProgressBar } from '../../primitives/progress-bar.tsx';
import { EDIT_MODES } from '../edit-modes.ts';
import styles from './create-space-dialog.module.css';
import { problemOf, type Source, titleOf } from './source.ts';
import { SourceFields, type SourceInput } from './source-fields.tsx';
import { useCreateSpace } from './use-create-space.ts';

const TEMPLATE = 'template:';
// The same as a space that is created without a template.
const BLANK = 'blank';

const IMPORTS: readonly Choice<string>[] = [
  {
    id: 'folder',
    title: 'A folder',
    description: 'Markdown, HTML, Word and images of this computer.',
    icon: FolderUp,
  },
  { id: 'files', title: 'Files', description: 'Markdown, HTML, Word, or a ZIP archive.', icon: FileIcon },
  { id: 'website', title: 'A website', description: 'The pages below an address.', icon: Globe },
  {
    id: 'git',
    title: 'A git repository',
    description: 'A branch on GitHub, GitLab or elsewhere.',
    icon: GitBranch,
  },
];

const sourceOf = (start: string, { files, url, branch, folder }: SourceInput): Source => {
  switch (start) {
    case 'empty':
      return { type: 'empty' };
    case 'files':
    case 'folder':
      return { type: start, files };
    case 'website':
      return { type: 'website', url: url.trim() };
    case 'git':
      return { type: 'git', url: url.trim(), branch: branch.trim(), folder: folder.trim() };
    default:
      return { type: 'template', template: start.slice(TEMPLATE.length) };
  }
};

/** Creates a space: empty, from a template, or by an import, and opens it. */
export const CreateSpaceDialog = ({
  organizationId,
  parent,
  onClose,
}: {
  readonly organizationId: string;
  /** The collection; the top by default. */
  readonly parent?: string;
  readonly onClose: () => void;
}) => {
  const { data: templates } = useQuery(read('/templates'));
  const [title, setTitle] = useState('');
  const [emoji, setEmoji] = useState<string>();
  const [start, setStart] = useState('empty');
  const [editMode, setEditMode] = useState<'live' | 'locked'>('live');
  const [input, setInput] = useState<SourceInput>({ files: [], url: '', branch: 'main', folder: '' });
  const [problem, setProblem] = useState<string>();
  const { create, cancel, isRunning, upload, error } = useCreateSpace(onClose);
  const source = sourceOf(start, input);
  const isImport = IMPORTS.some(({ id }) => id === start);
  const choices: readonly Choice<string>[] = [
    { id: 'empty', title: 'Empty', description: 'Start with one empty page.', icon: FilePlus },
    ...(templates?.items ?? [])
      .filter(({ id }) => id !== BLANK)
      .map((template) => ({
        id: `${TEMPLATE}${template.id}`,
        title: template.title,
        description: template.description,
        icon: LayoutTemplate,
      })),
    ...IMPORTS,
  ];
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const found = problemOf(source);
    setProblem(found);
    const named = title.trim() || titleOf(source);
    if (found === undefined && !isRunning)
      create({ organizationId, parent, title: named, emoji, editMode, source });
  };
  // Closing would leave an upload behind.
  const close = () => (isRunning ? cancel() : onClose());
  return (
    <Dialog title="New space" isOpen isWide onClose={close}>
      <form onSubmit={submit}>
        <div className={styles.named}>
          <EmojiPicker emoji={emoji ?? '📘'} onPick={setEmoji} />
          <Field label="Title" error={fieldErrorOf(error, 'body.title')}>
            <TextInput
              value={title}
              onChange={(event) => setTitle(event.target.value)}
              maxLength={50}
              required={!isImport}
              placeholder={titleOf(source) || 'Handbook'}
            />
          </Field>
        </div>
        <Choices
          legend="Start with"
          name="start"
          choices={choices}
          value={start}
          isWide
          onChange={(chosen) => {
            setStart(chosen);
            setProblem(undefined);
          }}
        />
        {isImport ? (
          <SourceFields
            key={start}
            type={source.type}
            input={input}
            problem={problem}
            onChange={(changes) => setInput((old) => ({ ...old, ...changes }))}
          />
        ) : (
          <Choices
            legend="Editing"
            name="editMode"
            choices={EDIT_MODES}
            value={editMode}
            onChange={setEditMode}
          />
        )}
        {upload && isRunning && (
          <ProgressBar
            label="Sending"
            done={upload.done}
            total={upload.total}
            text={`${megabytes(upload.done)} of ${megabytes(upload.total)}`}
          />
        )}
        <FormError error={error} except={['body.title']} />
        <DialogActions>
          <Button onClick={close}>Cancel</Button>
          <Button type="submit" variant="primary" isBusy={isRunning}>
            {isImport ? (start === 'git' ? 'Create and import' : 'Preview the import') : 'Create space'}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
};
