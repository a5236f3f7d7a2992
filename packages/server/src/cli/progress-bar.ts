const WIDTH = 24;
const EVERY_MS = 100;
const EVERY_MS_IN_LOGS = 5_000;

/** Says on standard error how far something is: a bar in a terminal, a line now and then anywhere else. */
export const progressBar = (out: Pick<NodeJS.WriteStream, 'isTTY' | 'write'> = process.stderr) => {
  let [shownAt, doing] = [0, ''];
  return {
    show: (what: string, done: number, total: number): void => {
      const isDue = performance.now() - shownAt >= (out.isTTY ? EVERY_MS : EVERY_MS_IN_LOGS);
      if (what === doing && !isDue) return;
      [shownAt, doing] = [performance.now(), what];
      const share = total > 0 ? Math.min(1, done / total) : 0;
      const full = Math.round(share * WIDTH);
      const text = `${what}: ${done} of ${total}`;
      out.write(out.isTTY ? `\r\x1b[K[${'#'.repeat(full)}${'-'.repeat(WIDTH - full)}] ${text}` : `${text}\n`);
    },
    /** Takes the bar away. */
    end: (): void => {
      if (out.isTTY && doing !== '') out.write('\r\x1b[K');
      doing = '';
    },
  };
};
