import Type from 'typebox';

/** An action of a reader on an integration block of a page. */
export const BlockActionRequest = Type.Object({
  block: Type.String({ minLength: 1, maxLength: 100 }),
  state: Type.Record(Type.String(), Type.Unknown()),
  action: Type.Object(
    { action: Type.String({ minLength: 1, maxLength: 200, pattern: '^[^@]' }) },
    { additionalProperties: true },
  ),
});
