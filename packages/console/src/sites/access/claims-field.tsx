import { Field, TextArea } from '../../primitives/field.tsx';

/** The claims of a visitor. */
export type Claims = Readonly<Record<string, unknown>>;

/** Reads claims from a JSON text; undefined if it is not an object. */
export const parseClaims = (text: string): Claims | undefined => {
  try {
    const value: unknown = text.trim() === '' ? {} : JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Claims)
      : undefined;
  } catch {
    return undefined;
  }
};

/** The claims of a visitor as JSON. */
export const ClaimsField = ({
  label,
  text,
  error,
  onChange,
}: {
  readonly label: string;
  readonly text: string;
  readonly error?: string | undefined;
  readonly onChange: (text: string) => void;
}) => (
  <Field
    label={label}
    hint='An object in JSON, such as {"plan": "pro"}.'
    error={parseClaims(text) === undefined ? 'This is not an object in JSON.' : error}
  >
    <TextArea rows={3} spellCheck={false} value={text} onChange={({ target }) => onChange(target.value)} />
  </Field>
);
