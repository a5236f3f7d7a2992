import { readConsoleStyles, renderMessage } from '@lectern/site';
import type { PageResponse } from '../../../kernel/contract/operation.ts';
import type { ApiError } from '../../../kernel/errors/errors.ts';
import { BACK_TO_ACCOUNT, BACK_TO_SIGN_IN, type BackLink, errorText, htmlPage } from './page-response.ts';

/** What pages of the console are shown with. */
export const createPagesService = () => {
  // Read when the first page is asked for: commands and descriptions of the API need none of it.
  let styleSheetFile: ReturnType<typeof readConsoleStyles> | undefined;
  const read = () => {
    styleSheetFile ??= readConsoleStyles();
    return styleSheetFile;
  };
  const styles = (): string => `/console.css?v=${read().hash}`;

  const messagePage = (status: number, title: string, text: string, back: BackLink): PageResponse =>
    htmlPage(renderMessage({ title, styles: styles() }, text, back), status);

  return {
    /** The address of the style sheet, which changes with it. */
    styles,

    /** A page that says something to somebody who signs in. */
    message: (status: number, title: string, text: string): PageResponse =>
      messagePage(status, title, text, BACK_TO_SIGN_IN),

    /** How people are told of what was not done, with a way back. */
    errorPage:
      (title: string, back: BackLink) =>
      (error: ApiError): PageResponse =>
        messagePage(error.status, title, errorText(error), back),

    /** A link that does nothing, told to somebody who may be signed in already. */
    invalidLink: (error: ApiError, signedInAs: string | undefined): PageResponse =>
      signedInAs === undefined
        ? messagePage(error.status, 'This link cannot be used', errorText(error), BACK_TO_SIGN_IN)
        : messagePage(
            error.status,
            'This link cannot be used',
            `${errorText(error)} You are signed in as ${signedInAs}.`,
            BACK_TO_ACCOUNT,
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
