/** Why a text was not translated: no usable translation, the translation would have changed the structure of the page, or the page is too long. */
export const UNTRANSLATED_REASONS = ['no-usable-answer', 'would-change-page', 'page-too-long'] as const;
