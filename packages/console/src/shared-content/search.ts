/** The reusable content that is edited. */
export const sharedContentSearch = ({ content }: Record<string, unknown>): { readonly content?: string } =>
  typeof content === 'string' ? { content } : {};
