import { type DestinationStream, type Logger, pino } from 'pino';

/** The log: JSON lines on standard error, without secrets. */
export const createLog = (level: string, destination: DestinationStream = pino.destination(2)): Logger =>
  pino(
    {
      level,
      redact: {
        paths: [
          'req.headers.authorization',
          'req.headers.cookie',
          'headers.authorization',
          '*.secret',
          '*.token',
          '*.hash',
        ],
        censor: '[hidden]',
      },
      serializers: {
        // Query strings may hold share keys and page tokens.
        req: (req: { method: string; url: string; id: string; ip?: string }) => ({
          id: req.id,
          method: req.method,
          path: req.url.split('?')[0],
          address: req.ip,
        }),
        res: (res: { statusCode: number }) => ({ status: res.statusCode }),
        err: pino.stdSerializers.err,
      },
    },
    destination,
  );

/** The log of a process. */
export type Log = Logger;
