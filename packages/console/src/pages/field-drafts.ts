import { fieldAddress } from '../editor/saving/draft-address.ts';
import type { DraftStore } from '../editor/saving/draft-store.ts';

/** A line of a page that the server does not have yet, and the one that it replaces. */
export interface FieldDraft {
  readonly base: string;
  readonly text: string;
  readonly changedAt: number;
}

/** A line of an earlier visit that the server does not have, and whether the line there is still the one that it replaces. */
export interface UnsentText {
  readonly text: string;
  readonly isCurrent: boolean;
}

/** Keeps the typed lines of a page in this browser until the server has them. */
export const createFieldDrafts = (page: string, store: DraftStore<FieldDraft>) => {
  const latest = new Map<string, string>();
  const addressOf = (field: string): string => fieldAddress(page, field);
  // A private window, or a full disk.
  const ignore = () => undefined;
  const forget = (field: string): Promise<void> => store.remove(addressOf(field)).catch(ignore);
  const write = (field: string, base: string, text: string): Promise<void> =>
    store.write(addressOf(field), { base, text, changedAt: Date.now() }).catch(ignore);
  return {
    /** Keeps a line as it is typed. */
    keep: (field: string, base: string, text: string): Promise<void> => {
      latest.set(field, text);
      return text === base ? forget(field) : write(field, base, text);
    },
    /** Notes that the server has a line; what was typed since then stays. */
    sent: async (field: string, text: string): Promise<void> => {
      if ((latest.get(field) ?? text).trim() === text) await forget(field);
    },
    forget,
    /** The line of an earlier visit that the server does not have; it is kept until it is sent or given up. */
    resume: async (field: string, stored: string): Promise<UnsentText | undefined> => {
      const found = await store.read(addressOf(field)).catch(() => []);
      const last = found.at(-1);
      // Somebody may have begun to type before it was read.
      const isTyped = latest.has(field);
      if (!last || isTyped) return undefined;
      const isSent = last.text.trim() === stored;
      if (!isSent) await write(field, last.base, last.text);
      await store.remove(addressOf(field), found).catch(ignore);
      return isSent ? undefined : { text: last.text, isCurrent: last.base === stored };
    },
  };
};

/** Keeps the typed lines of a page in this browser until the server has them. */
export type FieldDrafts = ReturnType<typeof createFieldDrafts>;
