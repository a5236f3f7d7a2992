/** What is wrong with an edit: what is missing, not allowed where it is, or already there. */
export class ContentError extends Error {
  readonly kind: 'missing' | 'invalid' | 'conflict';
  /** The field of the edit that is wrong. */
  readonly field: string;

  constructor(kind: ContentError['kind'], field: string, message: string) {
    super(message);
    this.kind = kind;
    this.field = field;
  }
}
