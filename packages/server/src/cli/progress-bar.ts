const WIDTH = 24;
const EVERY_MS = 100;
const EVERY_MS_IN_LOGS = 5_000;

const STAGES = { checking: 'Checking the file', tables: 'Tables', files: 'Files' };

const barOf = (done: number, total: number | undefined): string => {
  if (total === undefined) return '';
  const full = Math.round((total > 0 ? Math.min(1, done / total) : 0) * WIDTH);
  return `[${'#'.repeat(full)}${'-'.repeat(WIDTH - full)}] `;
};

/** Says on standard error how far something is: a bar in a terminal, a line now and then anywhere else. */
export const progressBar = (out: Pick<NodeJS.WriteStream, 'isTTY' | 'write'> = process.stderr) => {
  let [shownAt, doing] = [0, ''];
  return {
    /** Without a total, only how much is done is told. */
    show: (what: string, done: number, total?: number): void => {
      const isDue = performance.now() - shownAt >= (out.isTTY ? EVERY_MS : EVERY_MS_IN_LOGS);
      if (what === doing && !isDue) return;
      [shownAt, doing] = [performance.now(), what];
      const text = `${what}: ${done}${total === undefined ? '' : ` of ${total}`}`;
      out.write(out.isTTY ? `\r\x1b[K${barOf(done, total)}${text}` : `${text}\n`);
    },
    /** Takes the bar away. */
    end: (): void => {
      if (out.isTTY && doing !== '') out.write('\r\x1b[K');
      doing = '';
    },
  };
};

/** The same, for backups. */
export const backupProgress = () => {
  const bar = progressBar();
  return {
    show: (doing: keyof typeof STAGES, done: number, total?: number) => bar.show(STAGES[doing], done, total),
    end: bar.end,
  };
};
