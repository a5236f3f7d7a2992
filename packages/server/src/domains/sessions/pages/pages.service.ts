import { readConsoleStyles, renderMessage } from '@lectern/site';
import type { BrowserRequest, PageAnswer } from '../../../kernel/contract/operation.ts';
import { ApiError } from '../../../kernel/errors/errors.ts';
import { isForPeople, showPage } from './pages.policy.ts';

/** What pages of the console are shown with. */
export const createPagesService = () => {
  // Read when the first page is asked for: commands and descriptions of the API need none of it.
  let kept: ReturnType<typeof readConsoleStyles> | undefined;
  const read = () => {
    kept ??= readConsoleStyles();
    return kept;
  };
  const styles = (): string => `/console.css?v=${read().hash}`;

  const message = (status: number, title: string, text: string): PageAnswer =>
    showPage(
      renderMessage({ title, styles: styles() }, text, { href: '/login', text: 'Back to signing in' }),
      status,
    );

  return {
    /** The address of the style sheet, which changes with it. */
    styles,

    /** A page that says something to somebody who signs in. */
    message,

    /** Does what signs somebody in; who may not is told so on a page, and programs as everywhere else. */
    orRefused: async (request: BrowserRequest, work: () => Promise<PageAnswer>): Promise<PageAnswer> => {
      try {
        return await work();
      } catch (error) {
        if (!(error instanceof ApiError && error.status < 500 && isForPeople(request))) throw error;
        return message(error.status, 'You are not signed in', `${error.message}.`);
      }
    },

    styleSheet: (): PageAnswer => ({
      status: 200,
      headers: {
        'content-type': 'text/css; charset=utf-8',
        'cache-control': 'public, max-age=31536000, immutable',
      },
      content: read().content,
    }),
  };
};

/** What pages of the console are shown with. */
export type PagesService = ReturnType<typeof createPagesService>;
