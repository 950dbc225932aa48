import type { PartyValues } from '#app/carpool/ui/party-values.ts'
import type { Terms } from '#app/carpool/ui/terms-part.tsx'
import type { FewerValues } from '#app/features/fewer/ui/fewer-tick.tsx'
import type { FormFields } from '#app/web/ui/form-state.ts'
import type { carpoolJoin } from './carpool.server.ts'
import type { tripJoin } from './trip.server.ts'

/** The group to be joined and the form's initial values. Amounts are pence, times instants. */
export type JoinRead = Awaited<ReturnType<typeof carpoolJoin.read | typeof tripJoin.read>>

export type JoinView = Omit<JoinRead, 'closed'> & {
  terms: Terms
  /** The name of customer service's account. */
  contact: string
}
export type JoinFields = FormFields<PartyValues> & Partial<FormFields<FewerValues>>
