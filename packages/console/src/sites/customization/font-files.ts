/** A chosen file of a font, with its weight. */
export interface FontFile {
  readonly file: File;
  readonly weight: number;
}

// As files of fonts are named; longer names come first.
const WEIGHTS: readonly (readonly [RegExp, number])[] = [
  [/extra-?light|ultra-?light/i, 200],
  [/semi-?bold|demi-?bold/i, 600],
  [/extra-?bold|ultra-?bold/i, 800],
  [/thin|hairline/i, 100],
  [/light/i, 300],
  [/medium/i, 500],
  [/black|heavy/i, 900],
  [/bold/i, 700],
];

/** The weight that the name of a file tells: a number or a word; regular if it tells none. */
export const weightOf = (fileName: string): number => {
  const [number] = /(?<!\d)[1-9]00(?!\d)/.exec(fileName) ?? [];
  if (number) return Number(number);
  return WEIGHTS.find(([pattern]) => pattern.test(fileName))?.[1] ?? 400;
};

/** The name of a font as its files tell it. */
export const familyOf = (fileName: string): string =>
  fileName
    .replace(/\.\w+$/, '')
    .split(/[-_]/)[0]!
    .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
    .slice(0, 50);

/** Why these files make no font; undefined if they do. */
export const problemOf = (files: readonly FontFile[]): string | undefined => {
  if (files.length === 0) return 'Choose one file for each weight.';
  const weights = files.map(({ weight }) => weight);
  if (new Set(weights).size < weights.length) return 'Two files have the same weight.';
  return weights.includes(400) ? undefined : 'One file must have the weight 400 (regular).';
};
