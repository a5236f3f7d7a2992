import { call } from '../../api/client.ts';
import type { AuditEvent } from './event-words.ts';
import { type AuditSearch, auditQuery } from './search.ts';

/** The formats of an export. */
export type ExportFormat = 'csv' | 'jsonl';

const PAGE = 100;

// A spreadsheet must not take a value for a formula.
const cell = (value: string): string => {
  const safe = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
  return /[",\n\r]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
};

const COLUMNS: readonly (readonly [string, (event: AuditEvent) => string])[] = [
  ['id', ({ id }) => id],
  ['time', ({ occurredAt }) => occurredAt],
  ['action', ({ action }) => action],
  ['actor type', ({ actor }) => actor.type],
  ['actor id', ({ actor }) => actor.id],
  ['actor', ({ actor }) => actor.label ?? ''],
  ['source', ({ source }) => source],
  ['target type', ({ target }) => target.type],
  ['target id', ({ target }) => target.id],
  ['target', ({ target }) => target.label ?? ''],
  ['details', ({ payload }) => JSON.stringify(payload ?? {})],
];

/** The first line of an export. */
export const headOf = (format: ExportFormat): string =>
  format === 'csv' ? `${COLUMNS.map(([name]) => name).join(',')}\r\n` : '';

/** An event as a line of an export. */
export const lineOf = (format: ExportFormat, event: AuditEvent): string =>
  format === 'csv'
    ? `${COLUMNS.map(([, textOf]) => cell(textOf(event))).join(',')}\r\n`
    : `${JSON.stringify(event)}\n`;

/** Reads all events that match a filter into a file; an export of many can be stopped. */
export const exportEvents = async (
  organizationId: string,
  search: AuditSearch,
  format: ExportFormat,
  onProgress: (count: number) => void,
  signal: AbortSignal,
): Promise<Blob> => {
  const parts = [headOf(format)];
  let page: string | undefined;
  let count = 0;
  do {
    const found = await call(
      'GET',
      '/orgs/{organizationId}/audit-events',
      {
        params: { organizationId },
        query: { ...auditQuery(search), details: true, limit: PAGE, ...(page && { page }) },
      },
      signal,
    );
    parts.push(...found.items.map((event) => lineOf(format, event)));
    count += found.items.length;
    onProgress(count);
    page = found.next?.page;
  } while (page);
  return new Blob(parts, { type: format === 'csv' ? 'text/csv' : 'application/x-ndjson' });
};
