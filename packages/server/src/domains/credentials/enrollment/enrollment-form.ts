import Type from 'typebox';

/** The secret of a link in a form. */
export const LinkToken = Type.String({ minLength: 1, maxLength: 200 });

/** The fields of a form that sets a password or adds a passkey. */
export const newCredentialFields = {
  password: Type.Optional(Type.String({ maxLength: 1000 })),
  credential: Type.Optional(
    Type.String({ maxLength: 20_000, description: 'The answer of the browser as JSON, for a passkey' }),
  ),
};
