import { readFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { ConfigError, readConfig } from './config.ts';
import { describeSettings, SETTINGS } from './settings.ts';

const problemsOf = (env: Record<string, string>): readonly string[] => {
  try {
    readConfig(env);
    return [];
  } catch (error) {
    if (error instanceof ConfigError) return error.problems;
    throw error;
  }
};

describe('settings', () => {
  test('are not required for a working configuration', () => {
    expect(readConfig({})).toMatchObject({
      port: 3000,
      host: '127.0.0.1',
      databaseUrl: undefined,
      llm: undefined,
      s3: undefined,
    });
  });

  test('are not set if a variable is empty', () => {
    expect(readConfig({ PORT: '', PUBLIC_URL: '  ', DATABASE_URL: '' })).toMatchObject({
      port: 3000,
      publicUrl: undefined,
    });
  });

  test('are reported all at once if invalid, by name and without the value', () => {
    const wrong = {
      PORT: '70000',
      HOST: 'a b',
      PUBLIC_URL: 'ftp://x',
      DATABASE_URL: 'mysql://user:hunter2@db/x',
      LECTERN_ADMIN_TOKEN: 'short',
      LECTERN_EGRESS_ALLOW: '10.0.0.0/99',
      LECTERN_SITES_DOMAIN: 'https://docs.example',
      LLM_BASE_URL: 'nowhere',
      LOG_LEVEL: 'loud',
      LECTERN_RATE_LIMIT: '-1',
      LECTERN_CORS_ORIGINS: 'example.com',
      LECTERN_TRUST_PROXY: 'yes',
      S3_ENDPOINT: 'not a url',
      SMTP_URL: 'http://mail.example',
      MAIL_FROM: 'Docs <docs@example.com>\nBcc: all@example.com',
    };
    const problems = problemsOf(wrong);
    for (const name of Object.keys(wrong))
      expect(problems.filter((problem) => problem.startsWith(`${name} `))).toHaveLength(1);
    expect(problems.join()).not.toContain('hunter2');
    expect(problems.join()).not.toContain('short');
  });

  test.each([
    ['PUBLIC_URL', 'https://user:secret@docs.example'],
    ['PUBLIC_URL', 'https://docs.example/a?b'],
    ['PUBLIC_URL', 'https://docs.example/#c'],
    ['DATABASE_URL', 'postgres://:::/'],
    ['MAIL_FROM', 'nobody'],
    ['MAIL_FROM', 'a@example.com, b@example.com'],
    ['SMTP_URL', 'smtp:///path'],
  ])('reject an invalid URL or address: %s %s', (name, value) => {
    const problems = problemsOf({ [name]: value });
    expect(problems.filter((problem) => problem.startsWith(`${name} `))).toHaveLength(1);
  });

  test('accept database URLs in many forms', () => {
    for (const address of [
      'postgres://user:p%40ss@db.example:5433/lectern?sslmode=verify-full',
      'postgresql://lectern@/lectern?host=%2Fvar%2Frun&port=5432',
    ])
      expect(readConfig({ DATABASE_URL: address }).databaseUrl).toBe(address);
  });

  test('that depend on each other must be set together', () => {
    expect(problemsOf({ S3_ENDPOINT: 'https://s3.example', S3_BUCKET: 'b' })).toEqual([
      'S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY must be set too, because S3_ENDPOINT is',
    ]);
    expect(problemsOf({ SMTP_URL: 'smtp://mail.example' })).toEqual([
      'MAIL_FROM must be set too, because SMTP_URL is',
    ]);
    const mail = { SMTP_URL: 'smtp://mail.example:587', MAIL_FROM: 'Docs <docs@example.com>' };
    expect(problemsOf(mail)).toEqual([expect.stringContaining('PUBLIC_URL must be set too')]);
    expect(readConfig({ ...mail, PUBLIC_URL: 'https://docs.example' }).smtp).toEqual({
      url: 'smtp://mail.example:587',
      from: 'Docs <docs@example.com>',
    });
    expect(problemsOf({ LLM_MODEL: 'm' })).toEqual(['LLM_BASE_URL must be set too, because LLM_MODEL is']);
  });

  test('have a unique name and a description', () => {
    const names = Object.values(SETTINGS).map((setting) => setting.name);
    expect(new Set(names).size).toBe(names.length);
    for (const setting of Object.values(SETTINGS)) expect(setting.description).toMatch(/\.$/);
  });
});

test('docs/reference/configuration.md lists the settings of the program (npm run docs)', async () => {
  const page = await readFile(
    new URL('../../../../docs/reference/configuration.md', import.meta.url),
    'utf8',
  );
  expect(page).toBe(describeSettings());
});
