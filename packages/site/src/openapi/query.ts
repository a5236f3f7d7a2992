import { short } from './description.ts';

type Parameter = Readonly<Record<string, unknown>>;

const SEPARATORS: Readonly<Record<string, string>> = {
  form: ',',
  spaceDelimited: '%20',
  pipeDelimited: '%7C',
};

const written = (value: unknown): string =>
  encodeURIComponent(
    short(typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value)),
  );

/** A parameter of a query with a value, as its style wants lists and objects to be written. */
export const queryParts = (parameter: Parameter, value: unknown): readonly string[] => {
  const name = encodeURIComponent(String(parameter.name));
  const style = String(parameter.style ?? 'form');
  const isExploded = typeof parameter.explode === 'boolean' ? parameter.explode : style === 'form';
  const separator = SEPARATORS[style] ?? ',';
  // With a content type, the value is written as that says.
  if (typeof value !== 'object' || value === null || parameter.content) return [`${name}=${written(value)}`];
  if (Array.isArray(value)) {
    const items = value.map(written);
    return isExploded ? items.map((item) => `${name}=${item}`) : [`${name}=${items.join(separator)}`];
  }
  const fields = Object.entries(value).map(
    ([key, part]) => [encodeURIComponent(key), written(part)] as const,
  );
  if (style === 'deepObject') return fields.map(([key, part]) => `${name}%5B${key}%5D=${part}`);
  return isExploded
    ? fields.map(([key, part]) => `${key}=${part}`)
    : [`${name}=${fields.flat().join(separator)}`];
};

/** A parameter of a path with a value, as its style wants it to be written. */
export const pathPart = (parameter: Parameter, value: unknown): string => {
  const [style, isExploded] = [parameter.style, parameter.explode === true];
  const isObject = typeof value === 'object' && value !== null && !parameter.content;
  const fields = isObject && !Array.isArray(value);
  const parts = !isObject
    ? [written(value)]
    : Array.isArray(value)
      ? value.map(written)
      : Object.entries(value).flatMap(([key, part]) =>
          isExploded
            ? [`${encodeURIComponent(key)}=${written(part)}`]
            : [encodeURIComponent(key), written(part)],
        );
  const begin = `;${encodeURIComponent(String(parameter.name))}=`;
  if (style === 'label') return `.${parts.join(isExploded ? '.' : ',')}`;
  if (style !== 'matrix') return parts.join(',');
  if (!isExploded) return begin + parts.join(',');
  return parts.map((part) => (fields ? `;${part}` : begin + part)).join('');
};
