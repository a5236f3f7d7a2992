/** An identity provider on the sign-in page. */
export interface LoginOption {
  readonly id: string;
  readonly label: string;
  readonly startURL: string;
}

/** Links to identity providers that return to a path after sign-in. */
export const toLoginLinks = (logins: readonly LoginOption[], target: string) =>
  logins.map(({ label, startURL }) => ({ label, href: `${startURL}?to=${encodeURIComponent(target)}` }));

/** Login options of users who have not named an organization. */
export interface LoginOptions {
  /** The providers of the only organization; empty if there are several organizations. */
  readonly choices: readonly LoginOption[];
  /** Whether to ask for the organization first. */
  readonly byOrganization: boolean;
}
