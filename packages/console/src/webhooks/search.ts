/** The statuses of deliveries. */
export const STATUSES = ['pending', 'succeeded', 'failed'] as const;

/** The filter of deliveries, as the address has it. */
export interface DeliveriesSearch {
  readonly status?: (typeof STATUSES)[number];
}

/** Reads the filter of deliveries from an address. */
export const deliveriesSearch = ({ status }: Record<string, unknown>): DeliveriesSearch => {
  const found = STATUSES.find((each) => each === status);
  return found ? { status: found } : {};
};
