import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readFont } from '../fonts.ts';
import { contrast, fromOklch, parseColor, printColor, readableOn, toOklch } from './color.ts';
import { renderCustomizationCss } from './css.ts';
import { stackOf } from './fonts.ts';
import { type Customization, defaultCustomization } from './settings.ts';

const color = fc.integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, '0')}`);
const themed = fc.record({ light: color, dark: color });

/** The self-hosted fonts. */
const SERVED =
  'Inter Roboto RobotoSlab OpenSans SourceSansPro Lato Raleway Merriweather Overpass NotoSans IBMPlexSerif Poppins FiraCode IBMPlexMono JetBrainsMono SourceCodePro RobotoMono SpaceMono DMMono Inconsolata'.split(
    ' ',
  );

/** The text colors and their backgrounds. */
const pairs: readonly (readonly [string, string])[] = [
  ...['text', 'strong', 'quiet', 'link'].flatMap((name) =>
    ['page', 'raised', 'sunken'].map((ground) => [name, ground] as const),
  ),
  ['link', 'primary-soft'],
  ['on-primary', 'primary'],
  ...['info', 'success', 'warning', 'danger'].flatMap((name) => [
    [`${name}-text`, `${name}-soft`] as const,
    [`on-${name}`, name] as const,
  ]),
  ['header-text', 'header-page'],
  ['header-link', 'header-page'],
  ['header-quiet', 'header-field'],
];

/** The light and dark colors of a style sheet. */
const colorsIn = (css: string): ReadonlyMap<string, readonly string[]> =>
  new Map(
    [...css.matchAll(/--([\w-]+):light-dark\((#\w+),(#\w+)\)/g)].map(([, name, light, dark]) => [
      name!,
      [light!, dark!],
    ]),
  );

const customization = (
  styling: Partial<Customization['styling']>,
  header: Partial<Customization['header']> = {},
): Customization => ({
  ...defaultCustomization,
  styling: { ...defaultCustomization.styling, ...styling },
  header: { ...defaultCustomization.header, ...header },
});

describe('customization', () => {
  test('every text has enough contrast with any choice of colors', () => {
    fc.assert(
      fc.property(
        fc.record({
          theme: fc.constantFrom('clean', 'muted', 'bold', 'gradient'),
          primaryColor: themed,
          infoColor: themed,
          successColor: themed,
          warningColor: themed,
          dangerColor: themed,
        }),
        fc.option(themed, { nil: undefined }),
        fc.record({
          preset: fc.constantFrom('default', 'bold', 'contrast', 'custom', 'none'),
          backgroundColor: themed,
          linkColor: themed,
        }),
        (styling, tint, header) => {
          const colors = colorsIn(
            renderCustomizationCss(
              customization({ ...styling, ...(tint ? { tint: { color: tint } } : {}) }, header),
            ),
          );
          for (const [text, ground] of pairs)
            for (const mode of [0, 1])
              expect(
                contrast(colors.get(text)![mode]!, colors.get(ground)![mode]!),
                `${text} on ${ground}`,
              ).toBeGreaterThanOrEqual(4.5);
        },
      ),
      { numRuns: 500 },
    );
  });

  test('a setting cannot inject CSS', () => {
    const evil = 'red}body{background:url(https://evil.example)';
    const css = renderCustomizationCss({
      ...customization({
        primaryColor: { light: evil, dark: evil },
        corners: evil as never,
        font: {
          id: 'x',
          fontFamily: `a"} ${evil}`,
          fontFaces: [
            {
              weight: Number.NaN,
              sources: [{ url: `javascript:"${evil}` }, { url: `/font.woff2"${evil}`, format: 'woff2' }],
            },
          ],
        },
        monospaceFont: evil,
      }),
    });
    const plain = css.replace(/"[^"\n]*"/g, '""');
    expect(plain).not.toContain('body');
    expect(plain).not.toContain('javascript');
    expect(plain.match(/\{/g)).toHaveLength(2);
  });

  test.each(SERVED)('%s is self-hosted with all of its files in the style sheet', (name) => {
    const files = readFont(name);
    for (const file of files) {
      expect(file.content.subarray(0, 4).toString()).toBe('wOF2');
      expect(stackOf(name).replaceAll('"', '').split(',')[0]).toBe(file.family);
      expect(file.range).toMatch(/^U\+[0-9A-F?-]+(?:,U\+[0-9A-F?-]+)*$/);
      expect(file.weight).toMatch(/^\d+(?: \d+)?$/);
    }
    expect(new Set(files.map((file) => file.name)).size).toBe(files.length);
    expect(files.filter(({ isPreloaded }) => isPreloaded)).toHaveLength(1);
    const css = renderCustomizationCss(customization({ font: name }), readFont);
    for (const file of files)
      expect(css).toContain(`src:url("${file.name}") format("woff2");unicode-range:${file.range}`);
    expect(Buffer.byteLength(css)).toBeLessThan(20_000);
  });

  test.each(['ABCFavorit', 'Ubuntu', 'FiraSans', 'constructor', '../inter'])(
    '%s is not self-hosted',
    (name) => {
      expect(readFont(name)).toEqual([]);
    },
  );

  test('a color survives conversion to OKLCH and back', () => {
    fc.assert(
      fc.property(color, (given) => {
        const back = parseColor(fromOklch(toOklch(parseColor(given)!)))!;
        for (const [at, part] of parseColor(given)!.entries())
          expect(Math.abs(part - back[at]!)).toBeLessThan(0.02);
        expect(contrast(readableOn(given), given)).toBeGreaterThanOrEqual(4.5);
      }),
    );
    expect(printColor(parseColor('#fff')!)).toBe('#ffffff');
    expect(parseColor('red')).toBeUndefined();
  });
});
