// Characters that end a word or begin another value.
const RESERVED = /[\s'!:(),*@$]/;
const NUMBER = /^-?\d/;

const wordOf = (text: string): string =>
  text === '' || RESERVED.test(text) || NUMBER.test(text) || text.startsWith('-')
    ? `'${text.replaceAll(/[!']/g, '!$&')}'`
    : text;

/** A JSON value in Rison, the notation of claims in addresses of previews. */
export const toRison = (value: unknown): string => {
  if (value === null || value === undefined) return '!n';
  if (typeof value === 'boolean') return value ? '!t' : '!f';
  if (typeof value === 'number') return String(value).replace('e+', 'e');
  if (typeof value === 'string') return wordOf(value);
  if (Array.isArray(value)) return `!(${value.map(toRison).join(',')})`;
  const fields = Object.entries(value).map(([name, each]) => `${wordOf(name)}:${toRison(each)}`);
  return `(${fields.join(',')})`;
};
