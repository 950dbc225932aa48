/** Why an administrator corrects something: the student reads it, and the audit log has it. */
export const CORRECTION_REASONS = ['asked', 'ours', 'checked'] as const
export type CorrectionReason = (typeof CORRECTION_REASONS)[number]

/** What can be corrected of a place, an account and an order. */
export const CORRECTED = [
  ...['people', 'nLocation', 'bigLuggage', 'smallLuggage', 'bag'],
  ...['name', 'phone', 'email'],
  ...['sendDate', 'fromAddress', 'fromZip', 'toAddress', 'toZip', 'tel', 'shipCompany'],
] as const satisfies string[]

/** The names of the values that differ. */
export const differences = <T extends object>(before: T, after: T): (keyof T & string)[] =>
  (Object.keys(after) as (keyof T & string)[]).filter((name) => before[name] !== after[name])

/** What the notice of a correction says: which fields, separated by spaces, and why. */
export type CorrectionParams = { corrected: string; reason: CorrectionReason }
