import Type from 'typebox';
import { OneOf } from '../../../kernel/contract/common-schemas.ts';

/** Ratings of a page. */
export const RATINGS = ['bad', 'ok', 'good'] as const;

/** The feedback form below a page. */
export const PageFeedback = Type.Object({
  rating: OneOf(RATINGS),
  comment: Type.Optional(Type.String({ minLength: 1, maxLength: 512 })),
});
