import { shownPrice } from '#app/catalog/rules/pricing/price-field.ts'

/**
 * The price that a form shows goes along when it is sent: if it has changed meanwhile, nothing is
 * begun and the new one is shown.
 */
export const ShownPrice = ({ amount, of }: { amount: number; of?: string }) => (
  <input type="hidden" name="shownPrice" value={shownPrice(amount, of)} />
)
