import { readFile } from 'node:fs/promises';
import { isIP } from 'node:net';
import { Reader, type Response } from 'mmdb-lib';
import type { CountryOf } from '../../kernel/country-of.ts';

const CODE = /^[A-Z]{2}$/;

/** The country of a record: of MaxMind and DB-IP an object, of IPinfo a text. */
const countryIn = (record: object | null): string | null => {
  const { country, country_code } = (record ?? {}) as { country?: unknown; country_code?: unknown };
  const code = (country as { iso_code?: unknown } | undefined)?.iso_code ?? country_code ?? country;
  return typeof code === 'string' && CODE.test(code) ? code : null;
};

/** Opens a database of the countries of IP addresses in MaxMind's format; without one, no country is known. */
export const openCountries = async (file: string | undefined): Promise<CountryOf> => {
  if (file === undefined) return () => null;
  let reader: Reader<Response>;
  try {
    reader = new Reader(await readFile(file));
  } catch (error) {
    throw new Error(
      `GEOIP_DATABASE: ${file} is not a readable MaxMind database (${(error as Error).message})`,
    );
  }
  return (address) => {
    if (isIP(address) === 0) return null;
    const record = reader.get(address.replace(/^::ffff:(?=\d+\.)/i, ''));
    return countryIn(record);
  };
};
