import addFormats from 'ajv-formats';

/** Adds the formats of JSON Schema (`date-time`, `uri` …) to a validator. */
// The types of ajv-formats describe its CommonJS export, which is not a function for ES modules.
export const addStringFormats = addFormats as unknown as (ajv: object) => void;
