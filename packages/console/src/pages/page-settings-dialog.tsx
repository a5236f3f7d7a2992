import type { ContentRef } from '@lectern/document';
import { useMutation, useSuspenseQuery } from '@tanstack/react-query';
import { type FormEvent, useEffect, useState } from 'react';
import { emojiOf } from '../../../site/src/document/data.ts';
import { ApiError } from '../api/client.ts';
import { read } from '../api/queries.ts';
import { uploadFile } from '../api/upload.ts';
import { EmojiPicker, IconPicker } from '../editor/inline/pickers.tsx';
import { Button } from '../primitives/button.tsx';
import { Dialog, DialogActions } from '../primitives/dialog.tsx';
import { Field, TextInput } from '../primitives/field.tsx';
import { NamedIcon } from '../primitives/named-icon.tsx';
import { readKept, writeKept } from '../unsaved/kept-value.ts';
import type { ContentPlace } from './content-place.ts';
import {
  changedFields,
  type PageChange,
  type PageContent,
  type PageCover,
  tagNames,
  tagsIn,
} from './page-fields.ts';
import styles from './page-view.module.css';
import type { PageContext } from './render-context.ts';
import { LAYOUT, SETTINGS, VISIBILITY } from './setting-names.ts';
import { useArrivals } from './use-page-context.ts';
import { usePageUpdate } from './use-page-update.ts';

const Check = ({
  label,
  isOn,
  onChange,
}: {
  readonly label: string;
  readonly isOn: boolean;
  readonly onChange: (isOn: boolean) => void;
}) => (
  <label className={styles.check}>
    <input
      type="checkbox"
      className="check"
      checked={isOn}
      onChange={({ target }) => onChange(target.checked)}
    />
    {label}
  </label>
);

const CoverField = ({
  label,
  name,
  cover,
  place,
  page,
  onChange,
}: {
  readonly label: string;
  readonly name: 'ref' | 'refDark';
  readonly cover: PageCover | undefined;
  readonly place: ContentPlace;
  readonly page: PageContext;
  readonly onChange: (cover: PageCover | undefined) => void;
}) => {
  useArrivals(page);
  const ref = cover?.[name] as ContentRef | undefined;
  const set = (value: ContentRef | undefined) => {
    const { [name]: _, ...rest } = cover ?? { yPos: 0 };
    const next = value ? { ...rest, [name]: value } : rest;
    onChange('ref' in next || 'refDark' in next ? { ...next, yPos: next.yPos ?? 0 } : undefined);
  };
  const upload = useMutation({
    mutationFn: (file: File) => uploadFile(place, file),
    onSuccess: (file) => {
      page.addFile(file);
      set({ kind: 'file', file: file.id });
    },
  });
  const shown =
    ref?.kind === 'file' ? page.context.fileOf(ref)?.href : ref?.kind === 'url' ? ref.url : undefined;
  return (
    <Field label={label} error={upload.error?.message}>
      {shown && <img className={styles.cover} src={shown} alt="" />}
      <TextInput
        placeholder={
          upload.isPending ? 'Uploading…' : ref?.kind === 'file' ? 'An uploaded image' : 'https://…'
        }
        value={ref?.kind === 'url' ? ref.url : ''}
        onChange={({ target }) =>
          set(target.value.trim() === '' ? undefined : { kind: 'url', url: target.value.trim() })
        }
      />
      <input
        type="file"
        accept="image/*"
        aria-label={`Upload: ${label}`}
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          if (file) upload.mutate(file);
          target.value = '';
        }}
      />
      {ref && (
        <Button variant="quiet" onClick={() => set(undefined)}>
          Remove
        </Button>
      )}
    </Field>
  );
};

/** Settings that are not saved yet, and those that they began with. */
interface Unsaved {
  readonly opened: PageContent;
  readonly draft: PageContent;
  readonly tags: string;
}

const withoutText = ({ document: _, ...settings }: PageContent): PageContent => settings;

/** The settings of a page. */
export const PageSettingsDialog = ({
  place,
  page,
  context,
  onSaved,
  onClose,
}: {
  readonly place: ContentPlace;
  readonly page: PageContent;
  readonly context: PageContext;
  readonly onSaved: (change: PageChange) => void;
  readonly onClose: () => void;
}) => {
  const { data: user } = useSuspenseQuery(read('/user'));
  // Whoever closes the dialog by mistake finds the settings again.
  const keptAs = `page-settings/${user.id}/${place.spaceId}/${place.changeRequestId ?? ''}/${page.id}`;
  const [begun] = useState(
    () =>
      readKept<Unsaved>(keptAs) ?? {
        opened: withoutText(page),
        draft: withoutText(page),
        tags: tagNames(page).join(', '),
      },
  );
  // What others change while the dialog is open is not set back.
  const { opened } = begun;
  const [draft, setDraft] = useState(begun.draft);
  const [tags, setTags] = useState(begun.tags);
  const change = changedFields(opened, { ...draft, tags: tagsIn(tags) });
  const isChanged = Object.keys(change).length > 0;
  useEffect(
    () => writeKept(keptAs, isChanged ? { opened, draft, tags } : undefined),
    [keptAs, isChanged, opened, draft, tags],
  );
  const discard = () => {
    writeKept(keptAs, undefined);
    onClose();
  };
  const [openPicker, setOpenPicker] = useState<'emoji' | 'icon'>();
  const update = usePageUpdate(place, page.id);
  const set = (fields: Partial<PageContent>) => setDraft((before) => ({ ...before, ...fields }));
  const layout = draft.layout ?? {};
  const errorOf = (name: string): string | undefined =>
    update.error instanceof ApiError
      ? update.error.details.find(({ path }) => path.endsWith(`.${name}`))?.message
      : undefined;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!isChanged) onClose();
    else if (!update.isPending)
      update.mutate(change, {
        onSuccess: () => {
          writeKept(keptAs, undefined);
          onSaved(change);
        },
      });
  };
  const text = (
    name: 'title' | 'linkTitle' | 'description' | 'slug' | 'condition',
    label: string,
    hint?: string,
  ) => (
    <Field label={label} hint={hint} error={errorOf(name)}>
      <TextInput
        value={draft[name] ?? ''}
        required={name === 'title'}
        onChange={({ target }) => set({ [name]: target.value })}
      />
    </Field>
  );
  return (
    <Dialog title="Page settings" isOpen onClose={onClose}>
      <form className={styles.settings} onSubmit={submit}>
        {text('title', 'Title')}
        {text('description', 'Description')}
        <Field label="Emoji" error={errorOf('emoji')}>
          <span className={styles.check}>
            <span>{draft.emoji ? emojiOf(draft.emoji) : 'None'}</span>
            <Button
              variant="quiet"
              aria-label="Choose an emoji"
              aria-expanded={openPicker === 'emoji'}
              onClick={() => setOpenPicker(openPicker === 'emoji' ? undefined : 'emoji')}
            >
              Choose
            </Button>
            {draft.emoji && (
              <Button variant="quiet" aria-label="Remove the emoji" onClick={() => set({ emoji: '' })}>
                Remove
              </Button>
            )}
          </span>
          {openPicker === 'emoji' && (
            <EmojiPicker
              chosen={draft.emoji}
              onTake={({ code }) => {
                set({ emoji: code });
                setOpenPicker(undefined);
              }}
            />
          )}
        </Field>
        <Field label="Icon" hint="An emoji is shown instead of it." error={errorOf('icon')}>
          <span className={styles.check}>
            <NamedIcon name={draft.icon} />
            <span>{draft.icon || 'None'}</span>
            <Button
              variant="quiet"
              aria-label="Choose an icon"
              aria-expanded={openPicker === 'icon'}
              onClick={() => setOpenPicker(openPicker === 'icon' ? undefined : 'icon')}
            >
              Choose
            </Button>
            {draft.icon && (
              <Button variant="quiet" aria-label="Remove the icon" onClick={() => set({ icon: '' })}>
                Remove
              </Button>
            )}
          </span>
          {openPicker === 'icon' && (
            <IconPicker
              chosen={draft.icon}
              onTake={(icon) => {
                set({ icon });
                setOpenPicker(undefined);
              }}
            />
          )}
        </Field>
        {text(
          'slug',
          SETTINGS.slug,
          'The last part of the address of the page. Links to the former address still work.',
        )}
        {text('linkTitle', SETTINGS.linkTitle)}
        <Field label="Tags" hint="Names, separated by commas." error={errorOf('tags')}>
          <TextInput value={tags} onChange={({ target }) => setTags(target.value)} />
        </Field>
        <CoverField
          label={SETTINGS.cover}
          name="ref"
          cover={draft.cover}
          place={place}
          page={context}
          onChange={(cover) => setDraft(({ cover: _, ...rest }) => ({ ...rest, ...(cover && { cover }) }))}
        />
        <CoverField
          label={SETTINGS.coverDark}
          name="refDark"
          cover={draft.cover}
          place={place}
          page={context}
          onChange={(cover) => setDraft(({ cover: _, ...rest }) => ({ ...rest, ...(cover && { cover }) }))}
        />
        <fieldset className={styles.section}>
          <legend>Visibility</legend>
          <div className={styles.checks}>
            {VISIBILITY.map(([name, label]) => (
              <Check
                key={name}
                label={label}
                isOn={draft[name] === true}
                onChange={(isOn) => set({ [name]: isOn })}
              />
            ))}
          </div>
        </fieldset>
        {text(
          'condition',
          SETTINGS.condition,
          'A condition on visitors, such as visitor.claims.plan == "pro".',
        )}
        <fieldset className={styles.section}>
          <legend>Layout</legend>
          <div className={styles.checks}>
            <Check
              label={SETTINGS.wide}
              isOn={layout.width === 'wide'}
              onChange={(isOn) => set({ layout: { ...layout, width: isOn ? 'wide' : 'default' } })}
            />
            {LAYOUT.map(([name, label]) => (
              <Check
                key={name}
                label={label}
                isOn={layout[name] !== false}
                onChange={(isOn) => set({ layout: { ...layout, [name]: isOn } })}
              />
            ))}
          </div>
        </fieldset>
        {update.error && (
          <p role="alert" className={styles.error}>
            {update.error.message}
          </p>
        )}
        <DialogActions>
          <Button onClick={discard}>Cancel</Button>
          <Button type="submit" variant="primary" isBusy={update.isPending}>
            Save
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
};
