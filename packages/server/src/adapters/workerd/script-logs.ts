import { type ScriptLog, serverLogLine } from '../../kernel/integration-scripts.ts';

/** The trace that the dispatcher sends when a script has finished an event. */
export interface Trace {
  readonly lines: readonly { readonly level: string; readonly timestamp: number; readonly message: string }[];
  readonly isCut: boolean;
}

const LEVELS: Readonly<Record<string, ScriptLog['level']>> = {
  debug: 'debug',
  trace: 'debug',
  warn: 'warn',
  error: 'error',
};

/** The log lines of a trace; the last one tells if it was truncated. */
export const logsOf = ({ lines, isCut }: Trace): ScriptLog[] => {
  const logs = lines.map(
    ({ level, timestamp, message }): ScriptLog => ({
      level: LEVELS[level] ?? 'info',
      at: new Date(timestamp),
      message: toSafeText(message),
    }),
  );
  return isCut ? [...logs, serverLogLine('warn', 'The log was truncated.')] : logs;
};

/** Replaces characters that databases and JSON cannot hold. */
export const toSafeText = (text: string): string => text.toWellFormed().replaceAll('\0', '\u{fffd}');
