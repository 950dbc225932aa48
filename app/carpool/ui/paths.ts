import { chargePath } from '#app/payments/ui/paths.ts'

/** The pages of one place in a carpool, by its id. */
export const ridesPath = '/rides'
export const recordPath = (id: string): string => `/carpool/record/${id}`
export const flightPath = (id: string): string => `${recordPath(id)}/flight`
export const donePath = (id: string): string => `${recordPath(id)}/done`
/** The deposit, also one to be paid again; the balance. */
export const payPath = (id: string): string => chargePath('deposit', id)
export const balancePath = (id: string): string => chargePath('balance', id)
