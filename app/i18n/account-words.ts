import type { MovementKind } from '#app/payments/rules/book.ts'
import { SALES, type Sale } from '#app/payments/rules/sale.ts'
import type { Translate } from './keys.ts'

/** Why refunds are made, as far as there are words for it. */
const REASONS = ['rules', 'stripe', 'goodwill', 'ourFault', 'mistake', 'other', 'unknown'] as const

export const kindWord = (t: Translate, kind: MovementKind): string =>
  t(`admin:accounts.kind.${kind}`)

/** What was sold, by its name in a book. */
export const saleWord = (t: Translate, sale: string): string =>
  t(`admin:accounts.sale.${Object.hasOwn(SALES, sale) ? (sale as Sale) : 'unknown'}`)

export function reasonWord(t: Translate, reason: string): string {
  const known = REASONS.find((one) => one === reason)
  return known ? t(`admin:accounts.reason.${known}`) : reason
}
