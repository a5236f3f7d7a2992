import Type, { type Static, type TObject, type TProperties, type TSchema, type TUnsafe } from 'typebox';

/** One of the given strings. */
export const OneOf = <const Values extends readonly string[]>(values: Values, options: object = {}) =>
  Type.Unsafe<Values[number]>({ type: 'string', enum: [...values], ...options });

/** The schema, or null. */
// TypeBox cannot infer the type of a union of a type parameter.
export const Nullable = <S extends TSchema>(schema: S) =>
  Type.Union([schema, Type.Null()]) as unknown as TUnsafe<Static<S> | null>;

/** The schema, null, or absent. */
export const OptionalNullable = <S extends TSchema>(schema: S) => Type.Optional(Nullable(schema));

/** An identifier of this server. */
export const Id = Type.String({ minLength: 1, maxLength: 64 });

/** A date and time in ISO 8601. */
export const Timestamp = Type.String({ format: 'date-time' });

/** An absolute http(s) URL. It is shown to others, so `javascript:` is not allowed. */
export const Url = Type.String({ format: 'uri', pattern: '^[Hh][Tt][Tt][Pp][Ss]?://', maxLength: 2048 });

/** No body. */
export const Empty = Type.Unsafe<undefined>({ not: {} });

/** The query of a paged list, with the list's own filters. */
export const pagedQuery = <P extends TProperties = Record<never, never>>(filters: P = {} as P) =>
  Type.Object({
    page: Type.Optional(
      Type.String({ description: 'The page to fetch, from `next.page` of the one before' }),
    ),
    limit: Type.Optional(Type.Integer({ minimum: 0, maximum: 1000, default: 50 })),
    ...filters,
  });

/** The response of a paged list. */
export const List = <S extends TSchema>(item: S) =>
  Type.Object({
    next: Type.Optional(Type.Object({ page: Type.String() })),
    count: Type.Number(),
    items: Type.Array(item),
  });

/** The permissions of the caller on an object, as booleans. */
// Object.fromEntries loses the names.
export const Permissions = <const Actions extends readonly string[]>(actions: Actions) =>
  Type.Object(Object.fromEntries(actions.map((action) => [action, Type.Boolean()]))) as unknown as TObject<{
    [A in Actions[number]]: ReturnType<typeof Type.Boolean>;
  }>;

/** The body of an error response. */
export const ErrorBody = Type.Object({
  error: Type.Object({
    code: Type.Integer(),
    message: Type.String(),
    details: Type.Optional(Type.Array(Type.Object({ path: Type.String(), message: Type.String() }))),
  }),
});

/** The roles of members, highest first; guests have none. */
export const ROLES = ['admin', 'create', 'review', 'edit', 'comment', 'read'] as const;

/** A member's role on an organization or a content. */
export type Role = (typeof ROLES)[number];

/** A role by its name. */
export const MemberRole = OneOf(ROLES);

/** A role, or null for guests. */
export const MemberRoleOrGuest = Nullable(MemberRole);

/** Ascending or descending. */
export const Order = OneOf(['asc', 'desc'], { default: 'desc' });
