import { type ScriptLog, serverLogLine } from '../../kernel/scripts.ts';

/** What the dispatcher tells of an event when a script is done with it. */
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

/** The lines of a trace as logs, which end by saying so when there was more. */
export const logsOf = ({ lines, isCut }: Trace): ScriptLog[] => {
  const logs = lines.map(
    ({ level, timestamp, message }): ScriptLog => ({
      level: LEVELS[level] ?? 'info',
      at: new Date(timestamp),
      message: readable(message),
    }),
  );
  return isCut ? [...logs, serverLogLine('warn', 'More was logged than is kept.')] : logs;
};

/** A text that everything can hold: scripts write what is none, too. */
export const readable = (text: string): string => text.toWellFormed().replaceAll('\0', '\u{fffd}');
