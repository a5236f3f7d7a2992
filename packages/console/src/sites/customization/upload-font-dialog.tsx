import { type FormEvent, useState } from 'react';
import { call } from '../../api/client.ts';
import type { Response } from '../../api/operations.ts';
import { Button } from '../../primitives/button.tsx';
import { Dialog, DialogActions } from '../../primitives/dialog.tsx';
import { Field, FormError, fieldErrorOf, TextInput } from '../../primitives/field.tsx';
import { notify } from '../../primitives/toasts.tsx';
import { sendFile } from '../../spaces/create/send-file.ts';
import { useSiteMutation } from '../queries.ts';
import { type FontFile, familyOf, problemOf, weightOf } from './font-files.ts';

const FONTS = '/orgs/{organizationId}/fonts';

type CustomFont = Response<'GET', typeof FONTS>['items'][number];

const create = async (
  organizationId: string,
  fontFamily: string,
  files: readonly FontFile[],
): Promise<CustomFont> => {
  const { signal } = new AbortController();
  const fontFaces = await Promise.all(
    files.map(async ({ file, weight }) => ({
      weight,
      storageKey: await sendFile(
        organizationId,
        { name: file.name, content: file },
        () => undefined,
        signal,
        'customization_font',
      ),
    })),
  );
  return call('PUT', FONTS, { params: { organizationId }, body: { fontFamily, fontFaces } });
};

/** Makes a font of the files of its weights. */
export const UploadFontDialog = ({
  organizationId,
  onCreated,
  onClose,
}: {
  readonly organizationId: string;
  readonly onCreated: (font: CustomFont) => void;
  readonly onClose: () => void;
}) => {
  const [name, setName] = useState('');
  const [files, setFiles] = useState<readonly FontFile[]>([]);
  const problem = problemOf(files);
  const creating = useSiteMutation(() => create(organizationId, name.trim(), files), {
    isInForm: true,
    onSuccess: (font) => {
      onCreated(font);
      onClose();
      notify('The font was uploaded');
    },
  });
  const choose = (chosen: readonly File[]) => {
    setFiles(chosen.map((file) => ({ file, weight: weightOf(file.name) })));
    if (name === '' && chosen[0]) setName(familyOf(chosen[0].name));
  };
  const isReady = name.trim() !== '' && problem === undefined;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    // The dialog is inside of the form of the customization.
    event.stopPropagation();
    if (isReady && !creating.isPending) creating.mutate();
  };
  return (
    <Dialog title="Upload a font" isOpen onClose={onClose}>
      <form onSubmit={submit} aria-label="Upload a font">
        <Field
          label="Files"
          hint="WOFF2 or WOFF, one file for each weight, at most 5 MB each. Upload only fonts that you may use on a website."
        >
          <TextInput
            type="file"
            multiple
            accept=".woff2,.woff,font/woff2,font/woff"
            onChange={({ target }) => choose([...(target.files ?? [])])}
          />
        </Field>
        {files.map(({ file, weight }, at) => (
          <Field
            // A file may be chosen twice from different folders.
            // biome-ignore lint/suspicious/noArrayIndexKey: the order never changes
            key={at}
            label={`Weight of ${file.name}`}
            error={fieldErrorOf(creating.error, `body.fontFaces.${at}.storageKey`)}
          >
            <TextInput
              type="number"
              min={1}
              max={1000}
              required
              value={weight}
              onChange={({ target }) => setFiles(files.with(at, { file, weight: Number(target.value) }))}
            />
          </Field>
        ))}
        <Field label="Name" hint="As it is shown in the list of fonts.">
          <TextInput value={name} maxLength={50} required onChange={({ target }) => setName(target.value)} />
        </Field>
        {files.length > 0 && problem && <p role="status">{problem}</p>}
        <FormError error={creating.error} except={files.map((_, at) => `body.fontFaces.${at}.storageKey`)} />
        <DialogActions>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="primary" isBusy={creating.isPending} disabled={!isReady}>
            Upload
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
};
