import { X } from 'lucide-react';
import { IconButton } from '../../primitives/button.tsx';
import { Field, TextInput } from '../../primitives/field.tsx';
import { Select } from '../../primitives/select.tsx';
import { LANGUAGES, languageName } from '../languages.ts';
import own from './structure.module.css';

type Texts = Readonly<Record<string, string>>;

const ADD = '';

/** A text in other languages than that of the site. */
export const LocalizedTexts = ({
  label,
  texts,
  onChange,
}: {
  readonly label: string;
  readonly texts: Texts;
  readonly onChange: (texts: Texts) => void;
}) => {
  const { [ADD]: _, ...given } = texts;
  return (
    <Field label={label}>
      {Object.entries(given).map(([language, text]) => (
        <div key={language} className={own.language}>
          <span>{languageName(language)}</span>
          <TextInput
            aria-label={`${label}: ${languageName(language)}`}
            value={text}
            maxLength={128}
            onChange={({ target }) => onChange({ ...given, [language]: target.value })}
          />
          <IconButton
            icon={X}
            label={`Remove ${languageName(language)}`}
            onClick={() =>
              onChange(Object.fromEntries(Object.entries(given).filter(([code]) => code !== language)))
            }
          />
        </div>
      ))}
      <Select
        aria-label={`${label}: add a language`}
        options={[
          { id: ADD, label: 'Add a language…' },
          ...LANGUAGES.filter(({ id }) => !Object.hasOwn(given, id)),
        ]}
        value={ADD}
        onChoose={(id) => id !== ADD && onChange({ ...given, [id]: '' })}
      />
    </Field>
  );
};
