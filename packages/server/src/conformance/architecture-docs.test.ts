import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';

const SRC = fileURLToPath(new URL('..', import.meta.url));
const ROOT = path.resolve(SRC, '../../..');

describe('ARCHITECTURE.md', () => {
  const foldersIn = (folder: string): string[] =>
    readdirSync(path.join(SRC, folder), { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => `${folder}/${name}`);
  const architecture = readFileSync(path.join(ROOT, 'ARCHITECTURE.md'), 'utf8');
  const readmeOf = (domain: string): string => {
    const file = path.join(SRC, domain, 'README.md');
    return existsSync(file) ? readFileSync(file, 'utf8') : '';
  };
  const names = (text: string) => [...text.matchAll(/`((?:[\w.-]+\/)+)`/g)].map(([, name]) => name!);

  test('lists every folder of the kernel and every domain', () => {
    const kernel = foldersIn('kernel');
    const all = [...kernel, ...kernel.flatMap(foldersIn), ...foldersIn('domains')];
    expect(all.length).toBeGreaterThan(30);
    expect(all.filter((folder) => !names(architecture).includes(`${folder}/`))).toEqual([]);
  });

  test('lists every folder of a domain, or the README.md of the domain does', () => {
    const missing = foldersIn('domains').flatMap((domain) => {
      const listed = new Set([
        ...names(architecture),
        ...names(readmeOf(domain)).map((name) => `${domain}/${name}`),
      ]);
      return foldersIn(domain).filter((folder) => !listed.has(`${folder}/`));
    });
    expect(missing).toEqual([]);
  });

  test('lists only folders that exist, as do the README.md files of domains', () => {
    const bases = [ROOT, SRC];
    const isMissing = (name: string, ...more: string[]) =>
      ![...bases, ...more].some((base) => existsSync(path.join(base, name)));
    expect(names(architecture).filter((name) => isMissing(name))).toEqual([]);
    const inReadmes = foldersIn('domains').flatMap((domain) =>
      names(readmeOf(domain))
        .filter((name) => isMissing(name, path.join(SRC, domain), path.join(SRC, 'domains')))
        .map((name) => `${domain}/README.md: ${name}`),
    );
    expect(inReadmes).toEqual([]);
  });

  test('names only source files that exist', () => {
    const files = [...architecture.matchAll(/`((?:[\w.-]+\/)+[\w.-]+\.ts)`/g)].map(([, file]) => file!);
    expect(files.length).toBeGreaterThan(7);
    expect(files.filter((file) => ![ROOT, SRC].some((base) => existsSync(path.join(base, file))))).toEqual(
      [],
    );
  });

  test('names only identifiers of the code, as do the README.md files of domains', () => {
    const wordsIn = (folder: string) =>
      new Set(
        readdirSync(path.join(SRC, folder), { recursive: true, encoding: 'utf8' })
          .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
          .flatMap((file) => readFileSync(path.join(SRC, folder, file), 'utf8').match(/\w+/g) ?? []),
      );
    const identifiersIn = (text: string) =>
      [...text.matchAll(/`(?:\w+\.)?([a-z]+[A-Z]\w*)`/g)].map(([, name]) => name!);
    const missing = [['.', architecture], ...foldersIn('domains').map((domain) => [domain, readmeOf(domain)])]
      .map(([folder, text]) => ({ folder: folder!, identifiers: identifiersIn(text!) }))
      .filter(({ identifiers }) => identifiers.length > 0)
      .flatMap(({ folder, identifiers }) => {
        const words = wordsIn(folder);
        return identifiers.filter((name) => !words.has(name)).map((name) => `${folder}: ${name}`);
      });
    expect(missing).toEqual([]);
  });
});
