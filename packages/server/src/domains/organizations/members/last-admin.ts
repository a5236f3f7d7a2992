/** An administrator; `hasAccess` is false while single sign-on prevents access. */
export interface Admin {
  readonly userId: string;
  readonly hasAccess: boolean;
}

/**
 * Whether a user is the last administrator; administrators without access do not count if the user has access.
 */
export const isLastAdmin = (admins: readonly Admin[], userId: string): boolean => {
  const one = admins.find((admin) => admin.userId === userId);
  return one !== undefined && !admins.some((other) => other !== one && (other.hasAccess || !one.hasAccess));
};
