/** A color with six digits, as fields of browsers need it. */
export const longColor = (color: string): string =>
  /^#[0-9a-f]{3}$/i.test(color) ? color.replaceAll(/[0-9a-f]/gi, '$&$&') : color;

/** The color that somebody typed, with or without `#` and with three or six digits; undefined if it is none. */
export const typedColor = (text: string): string | undefined => {
  const digits = /^\s*#?([0-9a-f]{6}|[0-9a-f]{3})\s*$/i.exec(text)?.[1];
  return digits === undefined ? undefined : longColor(`#${digits.toLowerCase()}`);
};
