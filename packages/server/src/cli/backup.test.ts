import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createDatabase } from '../testing/databases.ts';
import { buildProgram, freePort, type Program } from '../testing/program.ts';

describe('backup and restore at the command line', () => {
  let program: Program;
  let folder: string;
  beforeAll(async () => {
    program = await buildProgram();
    folder = await mkdtemp(path.join(os.tmpdir(), 'lectern-moving-'));
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  const settings = async (name: string) => ({
    LECTERN_DATA_DIR: path.join(folder, name),
    PORT: String(await freePort()),
  });
  const titlesAt = async (port: string, token: string) => {
    const answer = await fetch(`http://127.0.0.1:${port}/v1/orgs`, {
      headers: { authorization: `Bearer ${token}` },
    });
    return ((await answer.json()) as { items?: { title: string }[] }).items?.map(({ title }) => title);
  };

  test('move an installation from a running server to another one and to an external database', async () => {
    const token = 'moving-from-here-to-there';
    const first = await settings('first');
    const file = path.join(folder, 'all.backup');
    const running = await program.serve({ ...first, LECTERN_ADMIN_TOKEN: token });
    try {
      const made = await program.launch(['backup', file], first).ended;
      expect([made.code, made.out]).toEqual([0, expect.stringContaining(`${file}: `)]);
      expect(made.err).toMatch(/Tables: 0 of \d+/);
      const again = await program.launch(['backup', file], first).ended;
      expect([again.code, again.err]).toEqual([1, expect.stringContaining('already exists')]);
      const onto = await program.launch(['restore', file], first).ended;
      expect([onto.code, onto.err]).toEqual([1, expect.stringContaining('not empty: it has organizations')]);
      expect(await titlesAt(first.PORT, token)).toEqual(['My organization']);
    } finally {
      await running.stop();
    }

    const unanswered = {
      ...(await settings('unanswered')),
      S3_ENDPOINT: `http://127.0.0.1:${await freePort()}`,
      S3_BUCKET: 'files',
      S3_ACCESS_KEY_ID: 'key',
      S3_SECRET_ACCESS_KEY: 'secret',
    };
    const refused = await program.launch(['restore', file], unanswered).ended;
    expect([refused.code, refused.err]).toEqual([
      1,
      expect.stringMatching(/The file storage .* is not usable: .*ECONNREFUSED/),
    ]);
    expect(refused.err).not.toContain('    at ');
    expect(existsSync(unanswered.LECTERN_DATA_DIR)).toBe(false);

    const external = { ...(await settings('external')), DATABASE_URL: await createDatabase('template0') };
    const embedded = await settings('embedded');
    for (const target of [external, embedded]) {
      const restored = await program.launch(['restore', file], target).ended;
      expect([restored.code, restored.out]).toEqual([0, expect.stringMatching(/^Restored \d+ tables/)]);
      const server = await program.serve(target);
      expect(await titlesAt(target.PORT, token)).toEqual(['My organization']);
      await server.stop();
    }
  });

  test('report errors in a sentence', async () => {
    const nowhere = await settings('nowhere');
    const refused = async (...args: string[]) => {
      const { code, out, err } = await program.launch(args, nowhere).ended;
      expect([code, out]).toEqual([1, '']);
      expect(err).not.toContain('    at ');
      return err;
    };
    expect(await refused('backup', path.join(folder, 'x'))).toContain('There is no installation in');
    expect(await refused('restore', path.join(folder, 'missing'))).toContain('ENOENT');
    const broken = path.join(folder, 'broken');
    await writeFile(broken, 'no backup');
    expect(await refused('restore', broken)).toContain('The backup file is damaged or incomplete');
    expect(existsSync(nowhere.LECTERN_DATA_DIR)).toBe(false);
  });
});
