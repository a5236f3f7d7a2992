import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Customization, Override } from './customization.contract.ts';
import {
  DEFAULT_CUSTOMIZATION,
  findUnsafeLink,
  mergeCustomization,
  patchOverride,
} from './merge-customization.ts';

const color = fc.constantFrom('#fff', '#346DDB').map((hex) => ({ light: hex, dark: '#000000' }));
const some = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined });
const url = fc.constantFrom('https://acme.test/a', 'https://acme.test/b');

const overrides: fc.Arbitrary<Override> = fc.record(
  {
    title: fc.constantFrom('Docs', 'Guides'),
    favicon: fc.constantFrom({}, { emoji: '🎉' }),
    announcement: fc.constant({ enabled: true, message: 'Hello', style: 'info' as const }),
    styling: fc.record(
      {
        theme: fc.constantFrom('bold' as const, 'muted' as const),
        primaryColor: color,
        tint: color.map((one) => ({ color: one })),
        sidebar: fc.record({ list: fc.constantFrom('pill' as const, 'line' as const) }, { requiredKeys: [] }),
      },
      { requiredKeys: [] },
    ),
    header: fc.record(
      {
        logo: url.map((one) => ({ light: one, dark: one })),
        links: fc.array(fc.constant({ title: 'A', to: null, links: [] }), { maxLength: 2 }),
      },
      { requiredKeys: [] },
    ),
    footer: fc.record({ copyright: fc.string({ maxLength: 5 }) }, { requiredKeys: [] }),
    privacyPolicy: fc.record({ url }, { requiredKeys: [] }),
    pdf: fc.record({ enabled: fc.boolean() }, { requiredKeys: [] }),
  },
  { requiredKeys: [] },
);
const sites: fc.Arbitrary<Customization> = fc
  .record({ input: overrides, title: some(fc.constant('Site')) })
  .map(({ input, title }) =>
    mergeCustomization({ ...DEFAULT_CUSTOMIZATION, ...(title && { title }) }, input),
  );

// The same fields, all of them null.
const reset = (input: object): Override => {
  const groups = ['styling', 'sidebar', 'header', 'footer', 'privacyPolicy', 'pdf'];
  return Object.fromEntries(
    Object.entries(input).map(([name, value]) => [name, groups.includes(name) ? reset(value) : null]),
  );
};

describe('merging customizations', () => {
  test('removes overrides that are set and reset: the site space inherits again', () => {
    let traces = 0;
    fc.assert(
      fc.property(sites, overrides, (site, input) => {
        const own = patchOverride({}, input);
        if (Object.keys(own).length > 0) traces += 1;
        const back = patchOverride(own, reset(input));
        expect(back).toEqual({});
        expect(mergeCustomization(site, back)).toEqual(site);
      }),
    );
    expect(traces).toBeGreaterThan(50);
  });

  test('applies the later of two updates of a setting, in any order of other settings', () => {
    fc.assert(
      fc.property(sites, overrides, overrides, (site, first, second) => {
        const both = patchOverride(patchOverride({}, first), second);
        expect(mergeCustomization(site, both)).toEqual(
          mergeCustomization(mergeCustomization(site, first), second),
        );
        expect(patchOverride(both, second)).toEqual(both);
      }),
    );
  });

  test('does not change its input, and inherits all other settings', () => {
    fc.assert(
      fc.property(sites, overrides, (site, input) => {
        const before = JSON.stringify([site, input]);
        const shown = mergeCustomization(site, input);
        expect(JSON.stringify([site, input])).toBe(before);
        expect(shown.ai).toBe(site.ai);
        if (input.styling?.theme === undefined) expect(shown.styling.theme).toBe(site.styling.theme);
      }),
    );
  });

  test('finds executable URLs anywhere', () => {
    const to = (address: string) => ({ kind: 'url', url: address });
    const header = (address: string) => ({ header: { links: [{ links: [{ to: to(address) }] }] } });
    expect(findUnsafeLink(header(' java\tscript:alert(1)'), 'body')).toBe(
      'body.header.links.0.links.0.to.url',
    );
    expect(findUnsafeLink(header('https://acme.test'), 'body')).toBeUndefined();
    expect(findUnsafeLink({ title: 'javascript:' }, 'body')).toBeUndefined();
  });
});
