/** Carriers by their codes (SPEC section 9), in the order in which tables and forms show them. */
export const CARRIERS = ['SF', 'HKA', 'HKS', 'RM', 'TW', 'MC', 'UPS', 'BPOST'] as const
export type Carrier = (typeof CARRIERS)[number]
