/**
 * `loss` identifies this particular loss of the deposit, so that its payment page opens by itself
 * only once.
 */
export type DepositAnswer = { isValid: boolean; loss: string | null }
