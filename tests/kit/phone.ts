/**
 * A UK mobile number that no other test uses, because limits count by phone. All 073 numbers are
 * mobiles and can receive texts.
 */
export const newPhone = () =>
  `073${String(crypto.getRandomValues(new Uint32Array(1))[0])
    .padStart(8, '0')
    .slice(-8)}`

/** A phone as a file has it: spreadsheets would drop the 0 of a number without a space. */
export const phoneInFile = (phone: string): string => `${phone.slice(0, 5)} ${phone.slice(5)}`
