import { Check } from '../../../primitives/check.tsx';
import { ColorField } from '../color-field.tsx';
import type { Customization } from '../draft.ts';
import type { GroupProps } from './group-props.ts';

type Styling = Customization['styling'];

/** The colors, with their contrast. */
export const Colors = ({ settings: { styling }, change }: GroupProps) => {
  const set = (fields: Partial<Styling>) => change('styling', fields);
  return (
    <>
      <ColorField
        label="Primary color"
        value={styling.primaryColor}
        onChange={(primaryColor) => set({ primaryColor })}
      />
      <Check
        label="Tint"
        hint="A color for backgrounds and quiet text."
        isOn={styling.tint !== undefined}
        onChange={(isOn) =>
          set({ tint: isOn ? { color: styling.primaryColor } : undefined } as Partial<Styling>)
        }
      />
      {styling.tint && (
        <ColorField
          label="Color of the tint"
          value={styling.tint.color}
          onChange={(color) => set({ tint: { color } })}
        />
      )}
      <ColorField label="Info" value={styling.infoColor} onChange={(infoColor) => set({ infoColor })} />
      <ColorField
        label="Success"
        value={styling.successColor}
        onChange={(successColor) => set({ successColor })}
      />
      <ColorField
        label="Warning"
        value={styling.warningColor}
        onChange={(warningColor) => set({ warningColor })}
      />
      <ColorField
        label="Danger"
        value={styling.dangerColor}
        onChange={(dangerColor) => set({ dangerColor })}
      />
    </>
  );
};
