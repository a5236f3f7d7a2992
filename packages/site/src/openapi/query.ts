import { truncate } from './description.ts';

type Parameter = Readonly<Record<string, unknown>>;

const SEPARATORS: Readonly<Record<string, string>> = {
  form: ',',
  spaceDelimited: '%20',
  pipeDelimited: '%7C',
};

const encodeValue = (value: unknown): string =>
  encodeURIComponent(
    truncate(typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value)),
  );

/** Serializes a query parameter in its style. */
export const queryParts = (parameter: Parameter, value: unknown): readonly string[] => {
  const name = encodeURIComponent(String(parameter.name));
  const style = String(parameter.style ?? 'form');
  const isExploded = typeof parameter.explode === 'boolean' ? parameter.explode : style === 'form';
  const separator = SEPARATORS[style] ?? ',';
  // A parameter with a media type is serialized as JSON.
  if (typeof value !== 'object' || value === null || parameter.content)
    return [`${name}=${encodeValue(value)}`];
  if (Array.isArray(value)) {
    const items = value.map(encodeValue);
    return isExploded ? items.map((item) => `${name}=${item}`) : [`${name}=${items.join(separator)}`];
  }
  const fields = Object.entries(value).map(
    ([key, part]) => [encodeURIComponent(key), encodeValue(part)] as const,
  );
  if (style === 'deepObject') return fields.map(([key, part]) => `${name}%5B${key}%5D=${part}`);
  return isExploded
    ? fields.map(([key, part]) => `${key}=${part}`)
    : [`${name}=${fields.flat().join(separator)}`];
};

/** Serializes a path parameter in its style. */
export const pathPart = (parameter: Parameter, value: unknown): string => {
  const [style, isExploded] = [parameter.style, parameter.explode === true];
  const isObject = typeof value === 'object' && value !== null && !parameter.content;
  const fields = isObject && !Array.isArray(value);
  const parts = !isObject
    ? [encodeValue(value)]
    : Array.isArray(value)
      ? value.map(encodeValue)
      : Object.entries(value).flatMap(([key, part]) =>
          isExploded
            ? [`${encodeURIComponent(key)}=${encodeValue(part)}`]
            : [encodeURIComponent(key), encodeValue(part)],
        );
  const prefix = `;${encodeURIComponent(String(parameter.name))}=`;
  if (style === 'label') return `.${parts.join(isExploded ? '.' : ',')}`;
  if (style !== 'matrix') return parts.join(',');
  if (!isExploded) return prefix + parts.join(',');
  return parts.map((part) => (fields ? `;${part}` : prefix + part)).join('');
};
