import { Choice } from '../fields.tsx';
import type { GroupProps } from './group-props.ts';

/** The language of the interface, if a space has none. */
export const Languages = ({ settings, change }: GroupProps) => (
  <Choice
    label="Language of the interface"
    hint="For spaces without a language of their own."
    names={{
      en: 'English',
      fr: 'French',
      es: 'Spanish',
      zh: 'Chinese',
      ja: 'Japanese',
      de: 'German',
      nl: 'Dutch',
      no: 'Norwegian',
      'pt-br': 'Portuguese (Brazil)',
      ru: 'Russian',
    }}
    value={settings.internationalization.locale}
    onChoose={(locale) => change('internationalization', { locale })}
  />
);
