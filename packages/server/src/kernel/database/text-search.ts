/** A LIKE pattern for values that contain a text; wildcards in it are escaped. */
export const likePattern = (text: string): string => `%${text.replaceAll(/[\\%_]/g, '\\$&')}%`;
