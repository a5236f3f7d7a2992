/** The sign-in methods that an organization can switch off; `email` is a link by e-mail. */
export const SIGN_IN_METHODS = ['password', 'passkey', 'email'] as const;

/** A sign-in method that an organization can switch off. */
export type SwitchableMethod = (typeof SIGN_IN_METHODS)[number];

const NAMES: Readonly<Record<SwitchableMethod, string>> = {
  password: 'a password',
  passkey: 'a passkey',
  email: 'a link by e-mail',
};

/** Whether an organization can switch a method off. */
export const isSwitchable = (method: string | undefined): method is SwitchableMethod =>
  SIGN_IN_METHODS.includes(method as SwitchableMethod);

/** The methods that are switched off after a change of some. */
export const applySwitches = (
  disabled: readonly string[],
  switches: { readonly [Method in SwitchableMethod]?: boolean | undefined },
): SwitchableMethod[] =>
  SIGN_IN_METHODS.filter((method) => !(switches[method] ?? !disabled.includes(method)));

/** A sign-in method in words. */
export const methodName = (method: SwitchableMethod): string => NAMES[method];

/** The methods that are left, in words; those that the server does not offer count as disabled. */
const acceptedNames = (disabled: readonly string[], hasSso: boolean): string => {
  const names = SIGN_IN_METHODS.filter((method) => !disabled.includes(method)).map(methodName);
  return [...names, ...(hasSso ? ['single sign-on'] : [])].join(', ') || 'none';
};

/** The refusal of a sign-in method that an organization does not accept. */
export const refusedMethod = (
  method: string,
  { title, disabled, hasSso }: { title: string; disabled: readonly string[]; hasSso: boolean },
): string =>
  `${title} does not accept sign-in with ${isSwitchable(method) ? methodName(method) : method}. Accepted: ${acceptedNames(disabled, hasSso)}`;
