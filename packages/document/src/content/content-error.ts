/** An invalid edit. The message is a predicate of the field. */
export class ContentError extends Error {
  readonly kind: 'missing' | 'invalid' | 'conflict';
  /** The invalid field of the edit. */
  readonly field: string;

  constructor(kind: ContentError['kind'], field: string, message: string) {
    super(message);
    this.kind = kind;
    this.field = field;
  }
}
