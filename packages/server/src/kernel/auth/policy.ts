/** What may be done to a kind of thing: pure functions of the thing as the caller meets it. */
export interface Policy<Subject, Action extends string> {
  readonly name: string;
  readonly can: Readonly<Record<Action, (subject: Subject) => boolean>>;
}

/** Any policy, where its subject does not matter. */
export interface AnyPolicy {
  readonly name: string;
  readonly can: Readonly<Record<string, (subject: never) => boolean>>;
}

/** The subject that a policy judges. */
export type SubjectOf<P extends AnyPolicy> = P['can'][keyof P['can']] extends (subject: infer S) => boolean
  ? S
  : never;

/** Declares a policy; `view` decides whether the thing exists for the caller. */
export const policy =
  <Subject>() =>
  <const Action extends string>(
    name: string,
    can: Readonly<Record<Action | 'view', (subject: Subject) => boolean>>,
  ): Policy<Subject, Action | 'view'> => ({ name, can });

/** Answers every question of a policy at once: the `permissions` of an object. */
export const permissionsOf = <Subject, Action extends string>(
  { can }: Policy<Subject, Action>,
  subject: Subject,
): Record<Action, boolean> => {
  const answers = {} as Record<Action, boolean>;
  for (const action in can) answers[action] = can[action](subject);
  return answers;
};
