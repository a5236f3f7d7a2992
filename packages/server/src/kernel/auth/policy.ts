/** The actions on a type of object, each decided by a pure function of the object as loaded for the caller. */
export interface Policy<Subject, Action extends string> {
  readonly name: string;
  readonly can: Readonly<Record<Action, (subject: Subject) => boolean>>;
}

/** A policy of any subject. */
export interface AnyPolicy {
  readonly name: string;
  readonly can: Readonly<Record<string, (subject: never) => boolean>>;
}

/** The subject type of a policy. */
export type SubjectOf<P extends AnyPolicy> = P['can'][keyof P['can']] extends (subject: infer S) => boolean
  ? S
  : never;

/** Declares a policy. `view` decides whether the object exists for the caller. */
export const policy =
  <Subject>() =>
  <const Action extends string>(
    name: string,
    can: Readonly<Record<Action | 'view', (subject: Subject) => boolean>>,
  ): Policy<Subject, Action | 'view'> => ({ name, can });

/** The `permissions` of an object: every action of the policy with its result. */
export const permissionsOf = <Subject, Action extends string>(
  { can }: Policy<Subject, Action>,
  subject: Subject,
): Record<Action, boolean> => {
  const permissions = {} as Record<Action, boolean>;
  for (const action in can) permissions[action] = can[action](subject);
  return permissions;
};
