import { useMutation } from '@tanstack/react-query';
import { useRef } from 'react';
import { Button } from './button.tsx';
import { Field, TextInput } from './field.tsx';
import styles from './image-address.module.css';

// As the server accepts them.
const TYPES = 'image/png,image/jpeg,image/gif,image/webp,image/svg+xml,.ico';

/** The address of an image, which can be uploaded. */
export const ImageAddress = ({
  label,
  hint,
  error,
  mode = 'light',
  value,
  upload: send,
  onChange,
}: {
  readonly label: string;
  readonly hint?: string | undefined;
  readonly error?: string | undefined;
  /** The pages on which the image is shstyles. */
  readonly mode?: 'light' | 'dark';
  readonly value: string;
  readonly upload: (file: File) => Promise<{ readonly url: string }>;
  readonly onChange: (value: string) => void;
}) => {
  const input = useRef<HTMLInputElement>(null);
  const upload = useMutation({
    mutationFn: send,
    onSuccess: ({ url }) => onChange(url),
  });
  return (
    <Field label={label} hint={hint} error={upload.error?.message ?? error}>
      <div className={styles.image}>
        {URL.canParse(value) && (
          <img key={value} className={styles.thumbnail} data-mode={mode} src={value} alt="" />
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
