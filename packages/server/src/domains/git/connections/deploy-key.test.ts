import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { generateDeployKey } from './deploy-key.ts';

test('a deploy key is a key that ssh-keygen reads', () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'lectern-key-'));
  const { publicKey, privateKey } = generateDeployKey();
  const file = path.join(folder, 'key');
  writeFileSync(file, privateKey, { mode: 0o600 });
  const derived = execFileSync('ssh-keygen', ['-y', '-f', file]).toString().trim();
  rmSync(folder, { recursive: true });
  expect(derived).toBe(publicKey);
});
