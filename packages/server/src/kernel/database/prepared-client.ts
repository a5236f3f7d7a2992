import { createHash } from 'node:crypto';
import pg from 'pg';
import { isStalePlan } from './database-errors.ts';

const MAX_STATEMENTS = 1000;

/** A client that prepares each distinct statement once per connection, because planning costs more than most queries. */
export const preparedClient = (): typeof pg.Client => {
  const names = new Map<string, string>();
  let epoch = 0;
  const nameOf = (text: string): string | undefined => {
    const known = names.get(text);
    if (known) return known;
    // Bounds the memory of the database server; further statements run unprepared.
    if (names.size >= MAX_STATEMENTS) return undefined;
    const name = `${createHash('sha1').update(text).digest('hex')}.${epoch}`;
    names.set(text, name);
    return name;
  };
  // After a migration all prepared statements are stale: new names prepare them again.
  const renameWhenStale = (error: unknown) => {
    if (!isStalePlan(error)) return;
    epoch++;
    names.clear();
  };
  return class extends pg.Client {
    // biome-ignore lint/suspicious/noExplicitAny: pg's own overloads are untyped at this seam
    override query(text: any, values?: any, callback?: any): any {
      if (typeof text !== 'string' || !Array.isArray(values)) return super.query(text, values, callback);
      const name = nameOf(text);
      const query = name ? { name, text, values } : { text, values };
      if (callback)
        return super.query(
          query as never,
          ((error: unknown, result: unknown) => {
            renameWhenStale(error);
            callback(error, result);
          }) as never,
        );
      const result: Promise<unknown> = super.query(query);
      result.catch(renameWhenStale);
      return result;
    }
  } as typeof pg.Client;
};
