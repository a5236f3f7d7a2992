import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';

/** The path of the workerd binary, or the reason why there is none. */
export type FoundBinary = { readonly binary: string } | { readonly missing: string };

const PACKAGES: Readonly<Record<string, string>> = {
  'linux-x64': '@cloudflare/workerd-linux-64',
  'linux-arm64': '@cloudflare/workerd-linux-arm64',
  'darwin-x64': '@cloudflare/workerd-darwin-64',
  'darwin-arm64': '@cloudflare/workerd-darwin-arm64',
};
/** The dynamic loader of glibc; systems with musl, such as Alpine, have another. */
const LOADERS: Readonly<Record<string, string>> = {
  'linux-x64': '/lib64/ld-linux-x86-64.so.2',
  'linux-arm64': '/lib/ld-linux-aarch64.so.1',
};

/** Finds the workerd binary for a platform in its npm package, which has no install script. */
export const findBinary = (
  machine = `${process.platform}-${process.arch}`,
  exists: (file: string) => boolean = existsSync,
): FoundBinary => {
  const name = PACKAGES[machine];
  if (!name)
    return { missing: `There is no workerd for ${machine}: run Lectern on Linux or macOS, x64 or arm64.` };
  const loader = LOADERS[machine];
  if (loader && !exists(loader))
    return {
      missing: `workerd needs glibc, and this system has none (${loader} is missing): use an image such as debian or ubuntu instead of alpine.`,
    };
  try {
    const manifest = createRequire(import.meta.url).resolve(`${name}/package.json`);
    const binary = path.join(path.dirname(manifest), 'bin', 'workerd');
    if (exists(binary)) return { binary };
  } catch {
    // The package is missing.
  }
  return {
    missing: `The package ${name} is not installed: "npm install ${name}" (npm leaves it out with --omit=optional).`,
  };
};
