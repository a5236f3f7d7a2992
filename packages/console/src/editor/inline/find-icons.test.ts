import { expect, test } from 'vitest';
import { findIcons, readIconNames } from './find-icons.ts';

const icons = readIconNames(
  'rocket aircraft launch nasa\nplane-up airport launch\nlaunch-pad start\nleaf eco',
);

test('icons are found by their names first, then by other words', () => {
  expect(findIcons(icons, 'launch', 10)).toEqual(['launch-pad', 'rocket', 'plane-up']);
  expect(findIcons(icons, 'plane-up', 10)).toEqual(['plane-up']);
  expect(findIcons(icons, 'launch', 2)).toEqual(['launch-pad', 'rocket']);
  expect(findIcons(icons, 'nothing', 10)).toEqual([]);
  expect(findIcons(icons, '', 10)).toHaveLength(4);
});
