const WIDTH = 24;
const INTERVAL_MS = 100;
const LOG_INTERVAL_MS = 5_000;

const STAGES = { checking: 'Checking the file', tables: 'Tables', files: 'Files' };

const barOf = (done: number, total: number | undefined): string => {
  if (total === undefined) return '';
  const full = Math.round((total > 0 ? Math.min(1, done / total) : 0) * WIDTH);
  return `[${'#'.repeat(full)}${'-'.repeat(WIDTH - full)}] `;
};

/** Shows progress on standard error: a bar in a terminal, otherwise a line every few seconds. */
export const progressBar = (out: Pick<NodeJS.WriteStream, 'isTTY' | 'write'> = process.stderr) => {
  let [shownAt, doing] = [0, ''];
  return {
    /** Without a total, shows only the count. */
    show: (what: string, done: number, total?: number): void => {
      const isDue = performance.now() - shownAt >= (out.isTTY ? INTERVAL_MS : LOG_INTERVAL_MS);
      if (what === doing && !isDue) return;
      [shownAt, doing] = [performance.now(), what];
      const text = `${what}: ${done}${total === undefined ? '' : ` of ${total}`}`;
      out.write(out.isTTY ? `\r\x1b[K${barOf(done, total)}${text}` : `${text}\n`);
    },
    /** Removes the bar. */
    end: (): void => {
      if (out.isTTY && doing !== '') out.write('\r\x1b[K');
      doing = '';
    },
  };
};

/** The progress of backups and restores. */
export const backupProgress = () => {
  const bar = progressBar();
  return {
    show: (doing: keyof typeof STAGES, done: number, total?: number) => bar.show(STAGES[doing], done, total),
    end: bar.end,
  };
};
