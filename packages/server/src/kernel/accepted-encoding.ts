/** Content encodings, the preferred first. */
const ENCODINGS = ['br', 'gzip'] as const;

/** A content encoding. */
export type Encoding = (typeof ENCODINGS)[number];

/** The content encoding that an `Accept-Encoding` header prefers; undefined if it accepts none. */
export const acceptedEncoding = (header = ''): Encoding | undefined => {
  const weights = new Map(
    header.split(',').map((each) => {
      const [name = '', ...parameters] = each.split(';').map((part) => part.trim().toLowerCase());
      const weight = parameters.find((parameter) => parameter.startsWith('q='));
      return [name, weight === undefined ? 1 : Number(weight.slice(2))] as const;
    }),
  );
  const weightOf = (encoding: Encoding) => weights.get(encoding) ?? weights.get('*') ?? 0;
  const [best] = ENCODINGS.filter((encoding) => weightOf(encoding) > 0).sort(
    (one, other) => weightOf(other) - weightOf(one),
  );
  return best;
};
