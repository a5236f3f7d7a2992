/** The filter of the audit log, as the address has it. */
export interface AuditSearch {
  readonly action?: string;
  /** The id of the user who did it. */
  readonly actor?: string;
  /** The id of the object that was changed. */
  readonly target?: string;
  /** The first and the last day, such as 2026-11-18. */
  readonly from?: string;
  readonly to?: string;
}

const DAY = /^\d{4}-\d{2}-\d{2}$/;
const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';
const isDay = (value: unknown): value is string =>
  isText(value) && DAY.test(value) && !Number.isNaN(Date.parse(value));

/** Reads the filter of the audit log from an address. */
export const auditSearch = ({ action, actor, target, from, to }: Record<string, unknown>): AuditSearch => ({
  ...(isText(action) && { action }),
  ...(isText(actor) && { actor }),
  ...(isText(target) && { target }),
  ...(isDay(from) && { from }),
  ...(isDay(to) && { to }),
});

const DAY_MS = 24 * 60 * 60 * 1000;

/** The filter as the API takes it: days are those of the user's time zone. */
export const auditQuery = ({ from, to, ...rest }: AuditSearch) => ({
  ...rest,
  ...(from && { from: new Date(`${from}T00:00:00`).toISOString() }),
  ...(to && { to: new Date(new Date(`${to}T00:00:00`).getTime() + DAY_MS - 1).toISOString() }),
});
