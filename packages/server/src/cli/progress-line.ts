const LABELS = { checking: 'Checking the file', tables: 'Tables', files: 'Files' };
const EVERY_MS = 100;
const EVERY_MS_IN_LOGS = 10_000;

/** Says on standard error how far something is: in one line that changes, or now and then where lines stay. */
export const progressLine = (out: NodeJS.WriteStream = process.stderr) => {
  let [shown, last] = [0, ''];
  return {
    show: (doing: keyof typeof LABELS, done: number, total?: number) => {
      const text = `${LABELS[doing]}: ${done}${total === undefined ? '' : ` of ${total}`}`;
      const isNew = LABELS[doing] !== last;
      if (!isNew && performance.now() - shown < (out.isTTY ? EVERY_MS : EVERY_MS_IN_LOGS)) return;
      [shown, last] = [performance.now(), LABELS[doing]];
      out.write(out.isTTY ? `\r\x1b[K${text}` : `${text}\n`);
    },
    end: () => {
      if (out.isTTY && last !== '') out.write('\r\x1b[K');
    },
  };
};
