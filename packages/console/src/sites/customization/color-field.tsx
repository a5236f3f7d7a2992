import { useState } from 'react';
import { contrast } from '../../../../site/src/customization/color.ts';
import own from './customization.module.css';
import { longColor, typedColor } from './typed-color.ts';

interface Themed {
  readonly light: string;
  readonly dark: string;
}

const MIN_CONTRAST = 4.5;
const SURFACES = { light: '#ffffff', dark: '#16181d' };
const NAMES = { light: 'Light', dark: 'Dark' };

/** The contrast of a color with the page, and what follows from it. */
const contrastWords = (color: string, mode: 'light' | 'dark'): string => {
  const ratio = contrast(color, SURFACES[mode]);
  return `${ratio.toFixed(1)} : 1${ratio < MIN_CONTRAST ? ' – text gets a readable shade of it' : ''}`;
};

/** The value of a color as text; what is no color yet stays in the field alone. */
const HexInput = ({
  label,
  value,
  onChange,
}: {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
}) => {
  const [draft, setDraft] = useState<string>();
  return (
    <input
      className={own.hex}
      aria-label={label}
      aria-invalid={draft !== undefined && typedColor(draft) === undefined}
      value={draft ?? value}
      maxLength={7}
      spellCheck={false}
      onChange={({ target }) => {
        setDraft(target.value);
        const color = typedColor(target.value);
        if (color !== undefined) onChange(color);
      }}
      onBlur={() => setDraft(undefined)}
    />
  );
};

/** A color for light and for dark pages, with its contrast. */
export const ColorField = ({
  label,
  value,
  onChange,
}: {
  readonly label: string;
  readonly value: Themed;
  readonly onChange: (value: Themed) => void;
}) => (
  <fieldset className={own.colors}>
    <legend>{label}</legend>
    {(['light', 'dark'] as const).map((mode) => {
      const set = (color: string) => onChange({ ...value, [mode]: color });
      return (
        <div key={mode} className={own.color}>
          <input
            type="color"
            aria-label={NAMES[mode]}
            value={longColor(value[mode])}
            onChange={({ target }) => set(target.value)}
          />
          <span>
            {NAMES[mode]} <HexInput label={`${NAMES[mode]} as hex`} value={value[mode]} onChange={set} />
            <span className={own.contrast}>Contrast {contrastWords(value[mode], mode)}</span>
          </span>
        </div>
      );
    })}
  </fieldset>
);
