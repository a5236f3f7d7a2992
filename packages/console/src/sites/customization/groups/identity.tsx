import { Field, TextInput } from '../../../primitives/field.tsx';
import { LocalizedTexts } from '../../structure/localized-texts.tsx';
import type { Customization } from '../draft.ts';
import { ImageField } from '../fields.tsx';
import type { GroupProps } from './group-props.ts';

/** The title, the logo and the icon of the site. */
export const Identity = ({
  settings: { title = '', localizedTitle = {}, header, favicon },
  change,
  onTitle,
  onLocalizedTitle,
  onFavicon,
}: GroupProps & {
  readonly onTitle: (title: string) => void;
  readonly onLocalizedTitle: (titles: Readonly<Record<string, string>>) => void;
  readonly onFavicon: (favicon: Customization['favicon']) => void;
}) => {
  const emoji = 'emoji' in favicon ? (favicon.emoji as string) : '';
  const icon = 'icon' in favicon ? (favicon.icon as { light: string; dark: string }) : undefined;
  return (
    <>
      <Field label="Title for readers" hint="Without one, it is the title of the site in the console.">
        <TextInput value={title} maxLength={128} onChange={({ target }) => onTitle(target.value)} />
      </Field>
      <LocalizedTexts
        label="Title for readers in other languages"
        texts={localizedTitle}
        onChange={onLocalizedTitle}
      />
      <ImageField
        label="Logo"
        hint="It takes the place of the title in the header. Upload an image, or name its address."
        value={header.logo}
        onChange={(logo) => change('header', { logo } as Partial<Customization['header']>)}
      />
      <Field label="Emoji of the favicon" hint="The icon in the tab of the browser.">
        <TextInput
          value={emoji}
          maxLength={50}
          disabled={icon !== undefined}
          onChange={({ target }) => onFavicon(target.value === '' ? {} : { emoji: target.value })}
        />
      </Field>
      <ImageField
        label="Image of the favicon"
        value={icon}
        onChange={(given) => onFavicon(given ? { icon: given } : {})}
      />
    </>
  );
};
