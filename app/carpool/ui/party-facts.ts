import type { Party } from '#app/group/rules/state.ts'
import { useFormat, useT } from '#app/i18n/context.tsx'
import type { Fact } from '#app/web/ui/card.tsx'
import { luggageText } from './luggage-text.ts'

/** A party's travel details as everybody reads them. A missing flight number is pointed out. */
export function usePartyFacts(party: Party): { flight: Fact; others: Fact[] } {
  const t = useT()
  const format = useFormat()
  const { flightNumber, flightTime, terminal, nLocation } = party
  const flight =
    flightTime === null
      ? null
      : [
          flightNumber ?? t('carpool:party.noNumber'),
          terminal && format.terminal(terminal),
          format.dateTime(flightTime),
        ]
  return {
    flight: {
      term: t('carpool:party.flight'),
      detail: flight?.filter(Boolean).join(' · '),
    },
    others: [
      { term: t('carpool:party.address'), detail: nLocation ?? t('carpool:party.unsaid') },
      { term: t('carpool:party.luggage'), detail: luggageText(t, party) },
    ],
  }
}
