import { Check } from '../../../primitives/check.tsx';
import type { Customization } from '../draft.ts';
import { Choice } from '../fields.tsx';
import { FONTS, FontChoice, MONOSPACE_FONTS } from '../font-choice.tsx';
import type { GroupProps } from './group-props.ts';

type Styling = Customization['styling'];

/** The theme, the shapes and the fonts. */
export const Look = ({ settings: { styling, themes }, isOfSpace = false, change }: GroupProps) => {
  const set = (fields: Partial<Styling>) => change('styling', fields);
  return (
    <>
      <Choice
        label="Theme"
        names={{ clean: 'Clean', muted: 'Muted', bold: 'Bold', gradient: 'Gradient' }}
        value={styling.theme}
        onChoose={(theme) => set({ theme })}
      />
      {!isOfSpace && (
        <>
          <FontChoice
            label="Font"
            names={FONTS}
            value={styling.font}
            onChoose={(font) => set({ font: font as Styling['font'] })}
          />
          <FontChoice
            label="Font of code"
            names={MONOSPACE_FONTS}
            value={styling.monospaceFont}
            onChoose={(font) => set({ monospaceFont: font as Styling['monospaceFont'] })}
          />
        </>
      )}
      <Choice
        label="Corners"
        names={{ rounded: 'Rounded', straight: 'Straight', circular: 'Circular' }}
        value={styling.corners}
        onChoose={(corners) => set({ corners })}
      />
      <Choice
        label="Depth"
        names={{ subtle: 'Shadows', flat: 'Flat' }}
        value={styling.depth}
        onChoose={(depth) => set({ depth })}
      />
      <Choice
        label="Links"
        names={{ default: 'Colored', accent: 'Underlined in color' }}
        value={styling.links}
        onChoose={(links) => set({ links })}
      />
      <Choice
        label="Icons"
        names={{ regular: 'Regular', solid: 'Solid', duotone: 'Duotone', light: 'Light', thin: 'Thin' }}
        value={styling.icons}
        onChoose={(icons) => set({ icons })}
      />
      <Choice
        label="Search"
        names={{ subtle: 'Small', prominent: 'Prominent' }}
        value={styling.search}
        onChoose={(search) => set({ search })}
      />
      <Choice
        label="Background of the sidebar"
        names={{ default: 'Like the page', filled: 'Filled' }}
        value={styling.sidebar.background}
        onChoose={(background) => set({ sidebar: { ...styling.sidebar, background } })}
      />
      <Choice
        label="Current page in the sidebar"
        names={{ default: 'Default', pill: 'Pill', line: 'Line' }}
        value={styling.sidebar.list}
        onChoose={(list) => set({ sidebar: { ...styling.sidebar, list } })}
      />
      <Choice
        label="Light or dark at first"
        names={{ light: 'Light', dark: 'Dark', system: 'As the system of the reader' }}
        value={themes.default}
        onChoose={(first) => change('themes', { default: first })}
      />
      <Check
        label="Readers may switch between light and dark"
        isOn={themes.toggeable}
        onChange={(toggeable) => change('themes', { toggeable })}
      />
    </>
  );
};
