/** A car alone that is offered: what it is, then its payment. */
export const alonePath = (id: string): string => `/carpool/alone/${id}`
