import addFormats from 'ajv-formats';

interface Formats {
  readonly formats: Readonly<Record<string, unknown>>;
  readonly addFormat: (name: string, format: (text: string) => boolean) => unknown;
}

/** Adds the formats of JSON Schema (`date-time`, `uri` …) to a validator. */
export const addStringFormats = (ajv: Formats): void => {
  // The types of ajv-formats describe its CommonJS export, which is not a function for ES modules.
  (addFormats as unknown as (ajv: Formats) => void)(ajv);
  const isUri = ajv.formats.uri as (text: string) => boolean;
  // The grammar of a URI allows `http://` and ports such as 99999, which are no addresses.
  ajv.addFormat('uri', (text) => isUri(text) && (!/^https?:/i.test(text) || URL.canParse(text)));
};
