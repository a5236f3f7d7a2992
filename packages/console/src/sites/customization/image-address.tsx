import { useMutation } from '@tanstack/react-query';
import { useRef } from 'react';
import { uploadSiteImage } from '../../api/upload.ts';
import { Button } from '../../primitives/button.tsx';
import { Field, TextInput } from '../../primitives/field.tsx';
import { useSite } from '../queries.ts';
import own from './customization.module.css';

// As the server accepts them.
const TYPES = 'image/png,image/jpeg,image/gif,image/webp,image/svg+xml,.ico';

/** The address of an image, which can be uploaded. */
export const ImageAddress = ({
  label,
  hint,
  mode = 'light',
  value,
  onChange,
}: {
  readonly label: string;
  readonly hint?: string | undefined;
  /** The pages on which the image is shown. */
  readonly mode?: 'light' | 'dark';
  readonly value: string;
  readonly onChange: (value: string) => void;
}) => {
  const { params } = useSite();
  const input = useRef<HTMLInputElement>(null);
  const upload = useMutation({
    mutationFn: (file: File) => uploadSiteImage(params, file),
    onSuccess: ({ url }) => onChange(url),
  });
  return (
    <Field label={label} hint={hint} error={upload.error?.message}>
      <div className={own.image}>
        {URL.canParse(value) && (
          <img key={value} className={own.thumbnail} data-mode={mode} src={value} alt="" />
        )}
        <TextInput
          type="url"
          placeholder="https://…"
          value={value}
          onChange={({ target }) => onChange(target.value)}
        />
        <Button
          isBusy={upload.isPending}
          aria-label={`Upload: ${label}`}
          onClick={() => input.current?.click()}
        >
          Upload
        </Button>
      </div>
      <input
        ref={input}
        hidden
        type="file"
        accept={TYPES}
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          if (file) upload.mutate(file);
          target.value = '';
        }}
      />
    </Field>
  );
};
