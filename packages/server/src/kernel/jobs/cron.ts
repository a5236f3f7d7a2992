const MINUTE_MS = 60_000;

const fieldsOf = (time: Date): readonly number[] => [
  time.getUTCMinutes(),
  time.getUTCHours(),
  time.getUTCDate(),
  time.getUTCMonth() + 1,
  time.getUTCDay(),
];

const FIELD = /^(?:\*(?:\/([1-9]\d*))?|(\d+))$/;

/** Reads a schedule in cron notation and UTC: five fields, each a number, `*` or `*` with a step. */
export const parseCron = (cron: string): ((minute: Date) => boolean) => {
  const fields = cron.split(' ').map((field) => FIELD.exec(field));
  if (fields.length !== 5 || fields.includes(null)) throw new Error(`Not a schedule: ${cron}`);
  return (minute) =>
    fieldsOf(minute).every((value, at) => {
      const [, step, number] = fields[at]!;
      return number === undefined ? value % Number(step ?? 1) === 0 : value === Number(number);
    });
};

/** The minutes that began after a time and not after another one, oldest first. */
export const minutesBetween = (after: Date, until: Date): readonly Date[] => {
  const last = Math.floor(until.getTime() / MINUTE_MS);
  const count = Math.max(0, last - Math.floor(after.getTime() / MINUTE_MS));
  return Array.from({ length: count }, (_, at) => new Date((last - count + 1 + at) * MINUTE_MS));
};
