import type { Block } from '../document.ts';
import { withStoredConditions } from './conditions.ts';
import { withStoredFormulas } from './formulas.ts';

/** A block of the editor as Markdown can have it. */
export const storedBlock = (block: Block): Block => withStoredConditions(withStoredFormulas(block));
