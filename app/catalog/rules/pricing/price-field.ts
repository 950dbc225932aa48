/** A displayed price and its subject, as a form's hidden field. */
export const shownPrice = (amount: number, of = ''): string => `${amount}@${of}`
