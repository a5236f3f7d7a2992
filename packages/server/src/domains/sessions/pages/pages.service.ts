import { readAccountPageStyles, renderMessage } from '@lectern/site';
import type { PageResponse } from '../../../kernel/contract/operation.ts';
import type { ApiError } from '../../../kernel/errors/errors.ts';
import { BACK_TO_HOME, BACK_TO_SIGN_IN, type BackLink, errorText, htmlPage } from './page-response.ts';

/** Service for the sign-in and account pages. */
export const createPagesService = () => {
  // Read with the first page: commands do not need it.
  let styleSheetFile: ReturnType<typeof readAccountPageStyles> | undefined;
  const read = () => {
    styleSheetFile ??= readAccountPageStyles();
    return styleSheetFile;
  };
  const styles = (): string => `/console.css?v=${read().hash}`;

  const messagePage = (status: number, title: string, text: string, back: BackLink): PageResponse =>
    htmlPage(renderMessage({ title, styles: styles() }, text, back), status);

  return {
    /** The URL of the style sheet, with its hash. */
    styles,

    /** A message page for users who sign in. */
    message: (status: number, title: string, text: string): PageResponse =>
      messagePage(status, title, text, BACK_TO_SIGN_IN),

    /** Creates the error page of a domain. */
    errorPage:
      (title: string, back: BackLink) =>
      (error: ApiError): PageResponse =>
        messagePage(error.status, title, errorText(error), back),

    /** The page of an invalid link, for users who may already be signed in. */
    invalidLink: (error: ApiError, signedInAs: string | undefined): PageResponse =>
      signedInAs === undefined
        ? messagePage(error.status, 'Invalid link', errorText(error), BACK_TO_SIGN_IN)
        : messagePage(
            error.status,
            'Invalid link',
            `${errorText(error)} You are signed in as ${signedInAs}.`,
            BACK_TO_HOME,
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

/** Service for the sign-in and account pages. */
export type PagesService = ReturnType<typeof createPagesService>;
