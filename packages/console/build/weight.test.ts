import path from 'node:path';
import { expect, test } from 'vitest';
import { LIMITS, MOST_FILES, weightsOf } from './weight.ts';

test('the first screen and the editor are light', () => {
  const { firstScreen, files, editor } = weightsOf(path.join(import.meta.dirname, '../dist'));
  expect(files).toBeLessThanOrEqual(MOST_FILES);
  expect(firstScreen).toBeLessThanOrEqual(LIMITS.firstScreen);
  expect(editor).toBeLessThanOrEqual(LIMITS.editor);
});
