import { readdirSync, readFileSync } from 'node:fs';

/** The process ids of workerd below a process. */
export const workerdPids = (parent = process.pid): number[] =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => {
      try {
        const [, after = ''] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ');
        const isOurs = Number(after.split(' ')[1]) === parent && after[0] !== 'Z';
        return isOurs && readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('scripts.capnp');
      } catch {
        return false;
      }
    });
