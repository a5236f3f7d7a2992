/** The country of an IP address as an ISO 3166 code, such as `DE`; null if it is not known. */
export type CountryOf = (address: string) => string | null;
