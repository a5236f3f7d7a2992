import type { Role } from '../../kernel/contract/common-schemas.ts';
import { atLeast } from '../organizations/index.ts';

/** Whether a role is higher than another; guests have none. */
export const isHigher = (role: Role | null, than: Role | null): boolean =>
  role !== null && !atLeast(than, role);
