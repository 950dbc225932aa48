/** The purpose of a charge: a place's deposit or balance, or an order's base price. */
export type ChargePurpose = 'deposit' | 'balance' | 'base'

/** The page that a charge is paid on. `id`: of the place, the trip or the order. */
export const chargePath = (purpose: ChargePurpose, id: string): string => `/pay/${purpose}-${id}`

/** The page that waits for the result of a payment; `page`: of its charge. */
export const returnPath = (page: string, again = false): string =>
  `${page}/return${again ? '?again=yes' : ''}`
