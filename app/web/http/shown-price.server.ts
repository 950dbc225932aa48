import { shownPrice } from '#app/catalog/rules/pricing/price-field.ts'
import { formatOf } from '#app/i18n/format.ts'
import type { MinorUnits } from '#app/kernel/money.ts'
import type { Failure } from '#app/kernel/result.ts'
import type { AppContext } from '#app/server/context.server.ts'

/**
 * Refuses a form that showed another price, so that nothing begins before its sender has seen the
 * current one. Returns null if the price is the same, or the form showed none for this choice.
 */
export function refusePrice(
  { t }: AppContext,
  form: FormData,
  amount: MinorUnits | null | undefined,
  of = '',
): Failure | null {
  const [, before, shownOf] = /^(\d{1,9})@(.*)$/.exec(String(form.get('shownPrice') ?? '')) ?? []
  if (amount === null || amount === undefined || shownOf !== of) return null
  if (shownPrice(amount, of) === form.get('shownPrice')) return null
  const { money } = formatOf(t)
  const words = { amount: money(amount), before: money(Number(before)) }
  return { code: 'needsConfirmation', params: { context: 'price', ...words } }
}
