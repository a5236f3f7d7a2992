/** A LIKE pattern for values that contain the text, whose own wildcards mean themselves. */
export const likePattern = (text: string): string => `%${text.replaceAll(/[\\%_]/g, '\\$&')}%`;
