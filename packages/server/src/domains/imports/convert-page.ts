import type { ReadablePage } from '../../kernel/conversion/conversion.ts';
import type { Kernel } from '../../kernel/kernel.ts';
import { ThreadLimitError } from '../../kernel/threads.ts';

/** The reason given for a page whose conversion exceeds the limits of time or memory. */
export const TOO_EXPENSIVE = 'it takes too long to read, or too much memory';

/** The report message for such a page. */
export const LEFT_OUT = `was left out: ${TOO_EXPENSIVE}`;

/** Converts a page to Markdown; undefined if that exceeds the limits of time or memory. */
export const convertPage = async (
  conversion: Kernel['conversion'],
  page: ReadablePage,
  urls: Readonly<Record<string, string>>,
): Promise<string | undefined> => {
  try {
    return await conversion.markdown(page.html, urls);
  } catch (error) {
    if (error instanceof ThreadLimitError) return undefined;
    throw error;
  }
};
