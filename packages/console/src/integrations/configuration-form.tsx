import { type FormEvent, useState } from 'react';
import { Button } from '../primitives/button.tsx';
import { Field, FormError, TextInput } from '../primitives/field.tsx';
import { Select } from '../primitives/select.tsx';
import { Switch } from '../primitives/switch.tsx';
import { FormActions } from '../settings/settings-page.tsx';
import { type Declared, type Property, valuesOf } from './configuration.ts';

const PropertyField = ({
  name,
  property,
  value,
  onChange,
}: {
  readonly name: string;
  readonly property: Property;
  readonly value: unknown;
  readonly onChange: (value: unknown) => void;
}) => {
  const label = property.title || name;
  if (property.type === 'boolean')
    return (
      <Switch
        label={label}
        {...(property.description && { description: property.description })}
        isOn={value === true}
        onChange={onChange}
      />
    );
  if (property.type === 'button')
    return (
      <p>
        {property.description || label}{' '}
        <a href={property.callback_url} target="_blank" rel="noreferrer">
          {property.button_text}
        </a>
      </p>
    );
  return (
    <Field label={label} hint={property.description}>
      {property.type === 'string' && property.enum ? (
        <Select
          options={[
            { id: '', label: 'Choose…' },
            ...property.enum.map((each) => ({ id: each, label: each })),
          ]}
          value={String(value ?? '')}
          onChoose={onChange}
        />
      ) : (
        <TextInput
          type={property.type === 'number' ? 'number' : 'text'}
          value={String(value ?? '')}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </Field>
  );
};

/** The configuration of an installation, by the properties that its integration declares. */
export const ConfigurationForm = ({
  declared,
  configuration,
  error,
  isPending,
  onSave,
}: {
  readonly declared: Declared;
  readonly configuration: Readonly<Record<string, unknown>>;
  readonly error: Error | null;
  readonly isPending: boolean;
  readonly onSave: (configuration: Record<string, unknown>) => void;
}) => {
  const [values, setValues] = useState<Readonly<Record<string, unknown>>>(() => ({
    ...Object.fromEntries(
      Object.entries(declared.properties).flatMap(([name, property]) =>
        'default' in property && property.default !== undefined ? [[name, property.default]] : [],
      ),
    ),
    ...configuration,
  }));
  const [isChecked, setChecked] = useState(false);
  const result = valuesOf(declared, values);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setChecked(true);
    if (result.problems.length === 0 && !isPending) onSave({ ...configuration, ...result.values });
  };
  return (
    <form onSubmit={submit} noValidate>
      {Object.entries(declared.properties).map(([name, property]) => (
        <PropertyField
          key={name}
          name={name}
          property={property}
          value={values[name]}
          onChange={(value) => setValues({ ...values, [name]: value })}
        />
      ))}
      {isChecked && result.problems.length > 0 && <p role="alert">{result.problems.join(' ')}</p>}
      <FormError error={error} />
      <FormActions>
        <Button type="submit" variant="primary" isBusy={isPending}>
          Save
        </Button>
      </FormActions>
    </form>
  );
};
