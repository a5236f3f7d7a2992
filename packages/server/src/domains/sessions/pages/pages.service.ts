import { readConsoleStyles, renderMessage } from '@lectern/site';
import type { PageResponse } from '../../../kernel/contract/operation.ts';
import type { ApiError } from '../../../kernel/errors/errors.ts';
import { type Back, reasonOf, showPage, TO_ACCOUNT, TO_LOGIN } from './page-response.ts';

/** What pages of the console are shown with. */
export const createPagesService = () => {
  // Read when the first page is asked for: commands and descriptions of the API need none of it.
  let kept: ReturnType<typeof readConsoleStyles> | undefined;
  const read = () => {
    kept ??= readConsoleStyles();
    return kept;
  };
  const styles = (): string => `/console.css?v=${read().hash}`;

  const say = (status: number, title: string, text: string, back: Back): PageResponse =>
    showPage(renderMessage({ title, styles: styles() }, text, back), status);

  return {
    /** The address of the style sheet, which changes with it. */
    styles,

    /** A page that says something to somebody who signs in. */
    message: (status: number, title: string, text: string): PageResponse =>
      say(status, title, text, TO_LOGIN),

    /** How people are told of what was not done, with a way back. */
    refusing:
      (title: string, back: Back) =>
      (error: ApiError): PageResponse =>
        say(error.status, title, reasonOf(error), back),

    /** A link that does nothing, told to somebody who may be signed in already. */
    unusable: (error: ApiError, signedInAs: string | undefined): PageResponse =>
      signedInAs === undefined
        ? say(error.status, 'This link cannot be used', reasonOf(error), TO_LOGIN)
        : say(
            error.status,
            'This link cannot be used',
            `${reasonOf(error)} You are signed in as ${signedInAs}.`,
            TO_ACCOUNT,
          ),

    styleSheet: (): PageResponse => ({
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
