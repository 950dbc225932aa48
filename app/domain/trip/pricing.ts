import { DEPOSIT_PENCE } from '#app/domain/limits.ts'
import type { MinorUnits } from '#app/domain/money.ts'

/** What a trip costs a party in all, deposit included (docs/rules.md#a-trips-price). */
export const tripTotal = (balancePrice: MinorUnits, people = 1): MinorUnits =>
  DEPOSIT_PENCE + balancePrice * people
