/** What a form says of a price, and of what it is; as its hidden field has it. */
export const shownPrice = (amount: number, of = ''): string => `${amount}@${of}`
